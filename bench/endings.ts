/** What a run has begun, and that all of it ends however the run does. */
import { inspect } from 'node:util'

const endings: (() => unknown)[] = []
let ended: Promise<void> | undefined

/** Remembers how to end what was begun. The last that was begun ends first. */
export function endWith(end: () => unknown): void {
  endings.push(end)
}

/** Ends everything, once; what cannot be ended is said and keeps nothing else from its end. */
export function endAll(): Promise<void> {
  return (ended ??= (async () => {
    for (const end of endings.toReversed()) {
      try {
        await end()
      } catch (error) {
        console.error(error)
      }
    }
  })())
}

async function giveUp(why: string, code: number): Promise<never> {
  console.error(`\n${why}`)
  await endAll()
  process.exit(code)
}

/**
 * Ends everything when the process is told to, when nobody has caught an error, and when it has taken too long:
 * something hangs then.
 * @param mostMs milliseconds that it may take
 * @param late says before that what there is
 */
export function endInTime(mostMs: number, late = () => {}): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void giveUp('stopping …', 130))
  process.on('uncaughtException', (error) => void giveUp(inspect(error), 1))
  const minutes = Math.round(mostMs / 60_000)
  const stop = () => {
    late()
    void giveUp(`This takes more than ${minutes} minutes, and is given up.`, 1)
  }
  setTimeout(stop, mostMs).unref()
}
