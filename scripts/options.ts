import { parseArgs } from 'node:util'

/**
 * Reads the switches of a script from the command line. `--help` prints them and exits.
 * @param how how to call the script, such as `npm run doctor`
 * @param has what each switch does, by its name
 * @throws Error that lists the switches, for anything else
 */
export function switchesOf<Name extends string>(
  how: string,
  has: Record<Name, string>,
): Partial<Record<Name, boolean>> {
  const names = Object.keys(has) as Name[]
  const help = [how, ...names.map((name) => `  --${name.padEnd(10)} ${has[name]}`)].join('\n')
  try {
    const options = Object.fromEntries([...names, 'help'].map((name) => [name, { type: 'boolean' as const }]))
    const { help: isAsked, ...values } = parseArgs({ options }).values
    if (!isAsked) return values as Partial<Record<Name, boolean>>
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new Error(`${why}.\n${help}`, { cause })
  }
  console.log(help)
  process.exit(0)
}

/** Picks items by name; all without names. `unknown` has names that do not exist. */
export function choose<Named extends { name: string }>(
  all: readonly Named[],
  names: readonly string[] = [],
): { chosen: Named[]; unknown: string[] } {
  return {
    chosen: all.filter(({ name }) => names.length === 0 || names.includes(name)),
    unknown: names.filter((wanted) => !all.some(({ name }) => name === wanted)),
  }
}
