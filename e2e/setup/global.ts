import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startStack } from './stack'

/** Starts one stack for the whole run and passes its addresses through the environment. */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-e2e-'))
  const ports = await freePorts()
  const REVALIDATE_SECRET = 'known-to-the-tests-alone'
  const stack = await startStack(dataDir, ports, { REVALIDATE_SECRET })
  Object.assign(process.env, {
    E2E_ORIGIN: stack.origin,
    E2E_VENDORS: stack.vendors,
    E2E_SECRET: REVALIDATE_SECRET,
    E2E_IDENTITY: `http://localhost:${ports.AUTH_EMULATOR_PORT}`,
    E2E_STORAGE: `http://localhost:${ports.STORAGE_EMULATOR_PORT}`,
  })
  return async () => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
