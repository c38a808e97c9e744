import 'server-only'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects all that is not used any more, once, and gives the room back. A start leaves tens of megabytes, and one that
 * makes the embedded database hundreds, which a process that then has little to do would not collect for long. It
 * stops all else for about 80 ms.
 */
export async function collectStart(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
