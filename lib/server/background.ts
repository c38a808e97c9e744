import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '@/lib/env'
import { FolderInUse } from '@/lib/folder-lock'
import { redis } from '@/lib/redis'
import { startBuildFiles } from './build-files'
import { startOutbox } from './contact-outbox'
import { database } from './db/client'
import { startJobs } from './jobs'
import { startLetters } from './letters'
import { log } from './log'
import { startMetrics } from './metrics-server'

/** Milliseconds that a start waits for the shared store of files. */
const keptWithinMs = 5000

/**
 * Begins to connect to Redis and, once the start has settled, to open the database, so that the first who needs them
 * does not wait; then sends the letters that were left and looks for jobs that are due. A database that cannot be
 * reached yet is no reason to end: public pages need none, and every call tries again. One that several processes share
 * is waited for a little: until it has the files that our pages lead to.
 * @param refuse ends the process, with sentences that a person can act on
 */
export async function startBackground(settled: Promise<void>, refuse: (problems: string[]) => never): Promise<void> {
  startMetrics()
  redis()
  const opened = settled.then(database).catch((error: Error) => {
    if (error.cause instanceof FolderInUse) refuse([error.cause.message])
    log().error({ err: error }, 'the database cannot be opened yet')
  })
  const kept = opened.then(startBuildFiles)
  void opened.finally(() => {
    startOutbox()
    startLetters()
    startJobs()
  })
  if (env().databaseUrl) await Promise.race([kept, sleep(keptWithinMs, undefined, { ref: false })])
}
