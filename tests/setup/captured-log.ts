import { Writable } from 'node:stream'
import type pino from 'pino'

/** What the log has written since the last look, a line each. */
export const lines: string[] = []

/** Pino itself, with all the settings that it is given, whose lines end here and not on standard output. */
export function capturing(real: typeof pino): { default: typeof pino } {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const captured = (options: pino.LoggerOptions) => real(options, sink)
  return { default: Object.assign(captured, real) as unknown as typeof pino }
}
