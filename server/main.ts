/** The site's process: Next's own request handler, and what stands round it. */
import './env-file'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import next from 'next'
import { EnvError, readEnv, type Env } from '@/lib/env'
import { publicEnv } from '@/lib/env/public'
import { isOnLoopback } from '@/lib/listening'
import { drainOn } from './drain'
import { askedToListen, CannotListen, listenAt } from './listen'
import { siteHandler } from './site'
import { siteServer } from './site-server'

const dir = process.cwd()

function refuse(problems: readonly string[]): never {
  console.error(`Unhurried cannot start.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  process.exit(1)
}

/** Next takes an error that nobody caught for the end of a request, and the process would end as if all were well. */
function refuseFor(error: unknown): never {
  if (error instanceof EnvError) return refuse(error.problems)
  if (error instanceof CannotListen) return refuse([error.message])
  console.error(error)
  process.exit(1)
}

function settings() {
  try {
    return { env: readEnv(), asked: askedToListen(process.argv.slice(2)) }
  } catch (error) {
    return refuseFor(error)
  }
}

/** Where stand-ins may take the place of vendors, nobody else may come in. */
function hostOf(deployment: Env['deployment']): string {
  if (deployment !== 'local') return asked.hostname ?? '0.0.0.0'
  const host = asked.hostname ?? '127.0.0.1'
  if (isOnLoopback(host)) return host
  return refuse([`DEPLOYMENT is local: such a process listens on loopback only, and not at ${host}.`])
}

/**
 * The settings of the build, as Next's standalone server hands them to itself: what runs a build then needs
 * neither `next.config.ts` nor what that imports. Compressing is our own affair.
 */
function useBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(join(dir, '.next/required-server-files.json'), 'utf8'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, compress: false })
}

const { env, asked } = settings()
const hostname = hostOf(env.deployment)
const port = asked.port ?? env.port
// Next tells nobody where it listens: what starts with it (`lib/server/start.ts`) reads the command line.
if (asked.hostname === undefined) process.argv.push('-H', hostname)
useBuiltConfig()
// Next would take upgrades of the server it is given; this one listens nowhere.
const app = next({ dev: false, dir, hostname, port, httpServer: createServer() })
await app.prepare()
const api = Object.values(publicEnv.api).filter(Boolean)
const handle = siteHandler({ next: app.getRequestHandler(), env, api, dir })
const server = siteServer((request, response) => void handle(request, response))
drainOn(
  server,
  () => env.shutdownDelayMs,
  () => app.close(),
)
await listenAt(server, port, hostname).catch(refuseFor)
