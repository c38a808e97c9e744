import 'server-only'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all that is not used any more and gives the room back. A start leaves tens of megabytes, and one that
 * makes the embedded database hundreds, which a process that then has little to do would not collect for long. At the
 * second time what was compiled for the start alone is old enough to go, too. Each stops all else for about 80 ms.
 */
export async function collectStart(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  for (let time = 1; time <= 2; time++) await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
