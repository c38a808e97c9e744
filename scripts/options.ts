import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values']

/**
 * Reads the options of a script from the command line. `--help` prints `help` and exits.
 * @param options as `parseArgs` takes them
 * @throws Error that ends with `help`, for anything else
 */
export function parseOptions<Options extends ParseArgsOptionsConfig>(help: string, options: Options): Values<Options> {
  try {
    const values: object = parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values
    if (!('help' in values)) return values as Values<Options>
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new Error(`${reason}.\n${help}`, { cause })
  }
  console.log(help)
  process.exit(0)
}
