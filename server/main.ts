import '@/lib/env/load'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import next from 'next'
import { EnvError, isLoopbackOnly, readEnv, type Env } from '@/lib/env'
import { publicEnv } from '@/lib/mode'
import { requestHandler } from './handler'
import { CannotListen, createSiteServer, listen, readListenArguments } from './http'
import { shutDownOnSignal } from '@/lib/server/shutdown'

declare const ALLOWED_SCRIPTS: string[]

const dir = process.cwd()

function exitWithProblems(problems: readonly string[]): never {
  console.error(`Unhurried cannot start.\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  process.exit(1)
}

/** Replaces Next's handling of uncaught errors, which would exit with 0. */
function exitWithError(error: unknown): never {
  if (error instanceof EnvError) return exitWithProblems(error.problems)
  if (error instanceof CannotListen) return exitWithProblems([error.message])
  console.error(error)
  process.exit(1)
}

function readSettings() {
  try {
    return { env: readEnv(), listenOptions: readListenArguments(process.argv.slice(2)) }
  } catch (error) {
    return exitWithError(error)
  }
}

/** With stand-ins of vendors, only this machine may connect. */
function chooseHost(deployment: Env['deployment']): string {
  if (deployment !== 'local') return listenOptions.hostname ?? '0.0.0.0'
  const host = listenOptions.hostname ?? '127.0.0.1'
  if (isLoopbackOnly(host)) return host
  return exitWithProblems([`DEPLOYMENT is local: such a process listens on loopback only, and not at ${host}.`])
}

/** As in Next's standalone server, so that `next.config.ts` is not needed. */
function useBuiltConfig(): void {
  const { config } = JSON.parse(readFileSync(join(dir, '.next/required-server-files.json'), 'utf8'))
  const cacheHandler = join(dir, '.next/cache-handler.mjs')
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...config, compress: false, cacheHandler })
}

/** With addresses of fonts that hold in any page. */
function readStyles(): Map<string, string> {
  const folder = '.next/static/chunks'
  const sheets = readdirSync(join(dir, folder)).filter((name) => name.endsWith('.css'))
  const textOf = (name: string) => readFileSync(join(dir, folder, name), 'utf8')
  const withWholeAddresses = (text: string) => text.replaceAll('url(../media/', 'url(/_next/static/media/')
  return new Map(sheets.map((name) => [`/_next/static/chunks/${name}`, withWholeAddresses(textOf(name))]))
}

const { env, listenOptions } = readSettings()
const hostname = chooseHost(env.deployment)
const port = listenOptions.port ?? env.port
// `lib/server/start.ts` reads the host from the command line.
if (listenOptions.hostname === undefined) process.argv.push('-H', hostname)
useBuiltConfig()
// With a server that never listens, Next handles no upgrades.
const app = next({ dev: false, dir, hostname, port, httpServer: createServer() })
await app.prepare()
const api = Object.values(publicEnv.api).filter(Boolean)
const build = { allowedScripts: new Set(ALLOWED_SCRIPTS), styles: readStyles() }
const handle = requestHandler({ next: app.getRequestHandler(), env, api, build })
const server = createSiteServer((request, response) => void handle(request, response))
shutDownOnSignal(server, { delayMs: env.shutdownDelayMs, closeApp: () => app.close() })
await listen(server, port, hostname).catch(exitWithError)
