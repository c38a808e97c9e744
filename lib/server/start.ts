import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeOnShutdown } from '@/lib/server/process-state'
import { authDomainProblem, env, EnvError, isLoopbackOnly, readEnv } from '@/lib/env'
import { log } from './observability/log'

function exitWith(problems: string[]): never {
  console.error(`Unhurried cannot start.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  process.exit(1)
}

/** Anyone can forge an emulator's tokens. The host is known from the command line only. */
function refuseExposedEmulator(): void {
  if (!env().identity?.authEmulator) return
  const [, host] = /(?:^|\s)(?:-H|--hostname)[= ](\S+)/.exec(process.argv.join(' ')) ?? []
  if (host !== undefined && isLoopbackOnly(host)) return
  exitWith(['FIREBASE_AUTH_EMULATOR_HOST is set: such a process listens on loopback only. Start it with -H 127.0.0.1.'])
}

/** Settings of earlier versions. */
const formerSettings = ['LIMITS_REDIS_URL', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG']

function logWarnings(): void {
  const problem = authDomainProblem(env())
  if (problem !== null) log().warn(problem)
  const names = formerSettings.filter((name) => process.env[name]?.trim())
  if (names.length > 0) log().warn({ names }, 'these settings no longer exist and are ignored')
  // The file's name is part of the build, whose pages show its facts.
  const file = process.env.SERVICE_FILE
  if (file && env().deployment !== 'local')
    log().warn({ file }, 'pages show sample facts of the service: npm run build')
}

/** Opening the embedded database blocks the process for a moment, so the first pages are answered before. */
const backgroundDelayMs = 1000

/** Runs before the first answer. Wrong settings end the process. */
export async function start(): Promise<void> {
  // Stacks in the log name the sources (`serverSourceMaps` in `next.config.ts`).
  process.setSourceMapsEnabled(true)
  try {
    readEnv()
  } catch (error) {
    if (error instanceof EnvError) exitWith(error.problems)
    throw error
  }
  refuseExposedEmulator()
  if (env().traces) closeOnShutdown((await import('./observability/traces')).startTraces())
  logWarnings()
  closeOnShutdown(async () => (await import('./db/client')).closeDatabase())
  if (env().metricsPort !== null) (await import('./observability/metrics')).startMetrics()
  ;(await import('./redis')).redis()
  void sleep(backgroundDelayMs, undefined, { ref: false })
    .then(async () => (await import('./jobs/background')).startBackground(exitWith))
    .catch((error: unknown) => log().error({ err: error }, 'background jobs could not start'))
}
