import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEnd } from '@/lib/ending'
import { env, EnvError, readEnv } from '@/lib/env'
import { log } from './log'
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

/**
 * Refuses wrong settings before anything is answered, and begins what runs beside the answers (`background.ts`). Loading
 * that takes a good part of a start, so where nothing outside has to be connected to, it comes after the first pages.
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
  beforeEnd(async () => (await import('./db/client')).closeDatabase())
  const { databaseUrl, redisUrl, metricsPort } = env()
  const settled = databaseUrl ? Promise.resolve() : sleep(settleMs, undefined, { ref: false })
  const begin = async () => (await import('./background')).startBackground(settled, refuse)
  if (databaseUrl ?? redisUrl ?? metricsPort) await begin()
  else void settled.then(begin).catch((error: unknown) => log().error({ err: error }, 'a part of the start failed'))
}
