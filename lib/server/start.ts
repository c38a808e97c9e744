import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { onShutdown } from '@/lib/shutdown'
import { env, EnvError, isOnLoopback, readEnv } from '@/lib/env'
import { shared } from '@/lib/process-state'
import { log } from './observability/log'

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
  if (host !== undefined && isOnLoopback(host)) return
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
  const { startTraces } = await import('./observability/traces')
  onShutdown(startTraces(traces))
}

/**
 * Loading what runs beside the answers, and opening the embedded database, stop all else here for a moment: the first
 * pages are answered before. Milliseconds.
 */
const settleMs = 1000

/** Milliseconds that a start waits for the shared store of files. */
const keptWithinMs = 5000

/**
 * Connects to what several processes share, and serves the measurements. A database that they share is waited for a
 * little: until it has the files that our pages lead to.
 */
async function joinOthers(): Promise<void> {
  const { databaseUrl, redisUrl, limitsRedisUrl, metricsPort } = env()
  if (metricsPort !== null) (await import('./observability/metrics')).startMetrics()
  if (redisUrl || limitsRedisUrl) {
    const { redis, limitsRedis } = await import('@/lib/redis')
    redis()
    limitsRedis()
  }
  if (!databaseUrl) return
  const { startBuildFiles } = await import('./build-files')
  await Promise.race([startBuildFiles(), sleep(keptWithinMs, undefined, { ref: false })])
}

/**
 * Refuses wrong settings before anything is answered, and begins what runs beside the answers (`background.ts`) once the
 * first pages are: loading that takes a good part of a start.
 */
export async function start(): Promise<void> {
  try {
    readEnv()
  } catch (error) {
    if (error instanceof EnvError) refuse(error.problems)
    throw error
  }
  refuseOpenEmulation()
  shared.readStoredFile = async (name) => (await import('./build-files')).readStoredFile(name)
  await recordTraces()
  warnOfForeignHelper()
  onShutdown(async () => (await import('./db/client')).closeDatabase())
  await joinOthers()
  void sleep(settleMs, undefined, { ref: false })
    .then(async () => (await import('./jobs/background')).startBackground(refuse))
    .catch((error: unknown) => log().error({ err: error }, 'a part of the start failed'))
}
