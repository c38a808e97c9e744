import { parseArgs } from 'node:util'

/**
 * The switches that stand on the command line of a script, out of those that it has. `--help` prints what there is, and
 * ends the process.
 * @param how the script is called, such as `npm run doctor`
 * @param has what each switch does, by its name
 * @throws Error that names what there is, for anything else
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
