import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEnd } from '@/lib/ending'
import { env, EnvError, readEnv } from '@/lib/env'
import { FolderInUse } from '@/lib/folder-lock'
import { startBuildFiles } from './build-files'
import { redis } from '@/lib/redis'
import { startOutbox } from './contact-outbox'
import { closeDatabase, database } from './db/client'
import { startJobs } from './jobs'
import { startLetters } from './letters'
import { log } from './log'
import { startMetrics } from './metrics-server'
import { stopTraces } from './traces-end'

/** Ends the process with sentences that a person can act on. */
function refuse(problems: string[]): never {
  console.error(`Unhurried cannot start.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  process.exit(1)
}

/**
 * Unsigned tokens of an emulator are anybody's to make: a process that takes them must not be reached
 * from other machines. Next is told where to listen on its command line, and nowhere else.
 */
function refuseOpenEmulation(): void {
  if (!env().identity?.authEmulator) return
  const [, host] = /(?:^|\s)(?:-H|--hostname)[= ](\S+)/.exec(process.argv.join(' ')) ?? []
  if (host !== undefined && /^(127\.0\.0\.1|::1|localhost)$/.test(host)) return
  refuse(['FIREBASE_AUTH_EMULATOR_HOST is set: such a process listens on loopback only. Start it with -H 127.0.0.1.'])
}

/** A browser keeps the storage of other hosts apart, so that a sign-in by redirect through one comes back empty. */
function warnOfForeignHelper(): void {
  const { identity, siteOrigin } = env()
  if (!identity || identity.authDomain === new URL(siteOrigin).host) return
  log().warn(
    `FIREBASE_AUTH_DOMAIN is ${identity.authDomain}, not the host of SITE_ORIGIN: signing in by redirect is lost in browsers that keep the storage of other hosts apart`,
  )
}

/** Without a collector nothing of this is loaded. */
async function recordTraces(): Promise<void> {
  const { traces } = env()
  if (!traces) return
  const { startTraces } = await import('./traces')
  startTraces(traces)
  beforeEnd(stopTraces)
}

/** Opening the embedded database stops all else here for a second: the first pages are answered before. Milliseconds. */
const settleMs = 1000

/** Milliseconds that a start waits for the shared store of files. */
const keptWithinMs = 5000

/**
 * Refuses wrong settings before anything is answered, and begins to connect to Redis and, soon, to open the database,
 * so that the first who needs them does not wait; then sends the letters that were left and looks for jobs that are due.
 * A database that cannot be reached yet is no reason to end: public pages need none, and every call tries again.
 * One that several processes share is waited for a little: until it has the files that our pages lead to.
 */
export async function start(): Promise<void> {
  try {
    readEnv()
  } catch (error) {
    if (error instanceof EnvError) refuse(error.problems)
    throw error
  }
  refuseOpenEmulation()
  await recordTraces()
  warnOfForeignHelper()
  startMetrics()
  redis()
  beforeEnd(closeDatabase)
  const ready = env().databaseUrl ? Promise.resolve() : sleep(settleMs, undefined, { ref: false })
  const opened = ready.then(database).catch((error: Error) => {
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
