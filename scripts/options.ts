import { parseArgs } from 'node:util'

/**
 * Reads the switches of a script from the command line. `--help` prints them and exits.
 * @param usage how to call the script, such as `npm run doctor`
 * @param switches what each switch does, by its name
 * @throws Error that lists the switches, for anything else
 */
export function parseSwitches<Name extends string>(
  usage: string,
  switches: Record<Name, string>,
): Partial<Record<Name, boolean>> {
  const names = Object.keys(switches) as Name[]
  const help = [usage, ...names.map((name) => `  --${name.padEnd(10)} ${switches[name]}`)].join('\n')
  try {
    const options = Object.fromEntries([...names, 'help'].map((name) => [name, { type: 'boolean' as const }]))
    const { help: isHelpWanted, ...values } = parseArgs({ options }).values
    if (!isHelpWanted) return values as Partial<Record<Name, boolean>>
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new Error(`${reason}.\n${help}`, { cause })
  }
  console.log(help)
  process.exit(0)
}

/** Picks items by name; all without names. `unknown` has names that do not exist. */
export function selectByName<Named extends { name: string }>(
  all: readonly Named[],
  names: readonly string[] = [],
): { chosen: Named[]; unknown: string[] } {
  return {
    chosen: all.filter(({ name }) => names.length === 0 || names.includes(name)),
    unknown: names.filter((wanted) => !all.some(({ name }) => name === wanted)),
  }
}
