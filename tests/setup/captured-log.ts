/** Real Pino, which writes to `lines` instead of standard output. Import it first, so that the mock applies. */
import { Writable } from 'node:stream'
import type pino from 'pino'
import { vi } from 'vitest'

const captured = vi.hoisted(() => ({ lines: [] as string[] }))

/** Log lines, which tests read and clear. */
export const { lines } = captured

vi.mock('pino', async (original) => {
  const { default: real } = await original<{ default: typeof pino }>()
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      captured.lines.push(chunk.toString())
      done()
    },
  })
  return { default: Object.assign((options: pino.LoggerOptions) => real(options, sink), real) }
})
