import { Writable } from 'node:stream'
import type pino from 'pino'

/** Log lines, which tests read and clear. */
export const lines: string[] = []

/** Real Pino, which writes to `lines` instead of standard output. */
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
