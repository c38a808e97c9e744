import 'server-only'
import { EnvError, readEnv } from '@/lib/env'
import { FolderInUse } from '@/lib/folder-lock'
import { database } from './db/client'
import { log } from './log'

/** Ends the process with sentences that a person can act on. */
function refuse(problems: string[]): never {
  console.error(`Unhurried cannot start.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  process.exit(1)
}

/**
 * Refuses wrong settings before anything is answered, and begins to open the database, so that the
 * first visitor does not wait for it. A database that cannot be reached yet is no reason to end:
 * public pages need none, and every call tries again.
 */
export function start(): void {
  try {
    readEnv()
  } catch (error) {
    if (error instanceof EnvError) refuse(error.problems)
    throw error
  }
  database().catch((error: Error) => {
    if (error.cause instanceof FolderInUse) refuse([error.cause.message])
    log().error({ err: error }, 'the database cannot be opened yet')
  })
}
