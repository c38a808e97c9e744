/** Two identity emulators: one hides which addresses have an account, one does not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForResponse, type ManagedProcess, startProcess, stopProcess } from '@/local/processes'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'
import { setEmailPrivacy } from './accounts'

/** Email enumeration protection. */
export type Protection = 'on' | 'off'

export type Emulators = { bases: Record<Protection, string>; stop(): Promise<void> }

export async function startEmulators(): Promise<Emulators> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-sign-in-'))
  const parts: ManagedProcess[] = []
  let stopping = false
  const start = async (protection: Protection) => {
    const port = await freePort()
    const part = startProcess({
      name: `identity-${protection}`,
      args: ['--import', 'tsx', join(root, 'local/identity.ts')],
      env: {
        ...(process.env as Record<string, string>),
        AUTH_EMULATOR_PORT: String(port),
        DATA_DIR: join(folder, protection),
      },
      logs: folder,
      onCrash: ({ name, tail }) => {
        if (!stopping) console.error(`${name} stopped unexpectedly:\n${tail()}`)
      },
    })
    parts.push(part)
    const base = `http://127.0.0.1:${port}`
    const gone = () => part.child.exitCode !== null
    if (!(await waitForResponse(`${base}/`, gone)))
      throw new Error(`the identity emulator did not start:\n${part.tail()}`)
    await setEmailPrivacy(base, protection === 'on')
    return base
  }
  const [on, off] = await Promise.all([start('on'), start('off')])
  return {
    bases: { on, off },
    async stop() {
      stopping = true
      await Promise.all(parts.map(stopProcess))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
