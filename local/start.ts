/**
 * `npm run local`: starts the site, the emulators and the vendors' stand-ins, waits until each answers, and stops them
 * together.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { EnvError, readEnv } from '@/lib/env'
import '@/lib/env/load'
import { type FileLock, FolderInUse, lockFolder } from '@/lib/server/db/file-lock'
import { BuildFailure, ensureBuild } from './build'
import { waitForResponse, onParentExit, type ManagedProcess, startProcess, stopProcess } from './processes'
import { composeEnvironment, productionDatabaseProblem } from './environment'
import { freePort, portProblems, portsOf } from './ports'
import { root, siteProgram } from './project'
import { seed } from './seed'

const say = (line: string) => console.log(line)

const parts: ManagedProcess[] = []
const locks: FileLock[] = []
let stopping: Promise<never> | undefined

/** Stops the site first, so that it never answers without the others. */
function stop(code: number): Promise<never> {
  return (stopping ??= (async () => {
    const [site, ...others] = parts.toReversed()
    if (site) await stopProcess(site)
    await Promise.all(others.map(stopProcess))
    for (const lock of locks) lock.release()
    process.exit(code)
  })())
}

async function exitWith(problems: string[]): Promise<never> {
  for (const problem of problems) console.error(problem)
  return stop(1)
}

function handleSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!stopping) say('\nstopping …')
      void stop(0)
    })
  // A closed terminal closes stdout; the processes must end too.
  process.stdout.on('error', () => void stop(1))
  onParentExit(() => void stop(0))
}

function handleCrash(part: ManagedProcess) {
  if (stopping) return
  console.error(
    `\n${part.name} stopped unexpectedly. Its last output:\n${part.tail() || '(none)'}\n\nEverything else is stopped.`,
  )
  void stop(1)
}

/** Lets the owner call a site with a generated secret. Only the owner can read the file. */
function writeSecretFile(path: string, secret: string): FileLock {
  const release = () => rmSync(path, { force: true })
  // An existing file would keep its mode.
  release()
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' })
  return { release }
}

const timeoutMs = 120_000

async function waitUntilReady(name: string, url: string, seconds: () => string) {
  const deadline = Date.now() + timeoutMs
  if (await waitForResponse(url, () => stopping !== undefined || Date.now() > deadline)) {
    say(`  ${name.padEnd(10)} ready  ${seconds()}`)
    return
  }
  if (stopping) return stopping
  const part = parts.find((each) => each.name === name)
  return exitWith([
    `${name} does not answer after ${timeoutMs / 1000} s. Its last output:\n${part?.tail() || '(none)'}`,
  ])
}

async function start() {
  handleSignals()
  const startedAt = Date.now()
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
  const env = composeEnvironment(process.env)
  readEnv(env)
  const databaseProblems = productionDatabaseProblem(env)
  if (databaseProblems.length > 0) return exitWith(databaseProblems)
  const ports = portsOf(env)
  const dataDir = resolve(root, env.DATA_DIR ?? '.data')
  const origin = `http://localhost:${ports.PORT}`
  const vendors = `http://localhost:${ports.LOCAL_VENDORS_PORT}`

  // A second start must not change anything, so the lock comes first.
  mkdirSync(dataDir, { recursive: true })
  locks.push(await lockFolder(dataDir, 'stack'))
  const problems = await portProblems(ports)
  if (problems.length > 0) return exitWith(problems)
  locks.push(await ensureBuild(say))
  locks.push(writeSecretFile(join(dataDir, 'revalidate-secret'), env.REVALIDATE_SECRET ?? ''))
  // Only the site uses the mail server, so any port will do.
  if (!env.SMTP_URL) {
    env.LOCAL_MAIL_PORT = String(await freePort())
    env.SMTP_URL = `smtp://127.0.0.1:${env.LOCAL_MAIL_PORT}`
  }

  say('starting')
  const startPart = (name: string, args: string[]) =>
    parts.push(
      startProcess({
        name,
        args,
        env: { ...env, DATA_DIR: dataDir, ...(name === 'site' && { NODE_ENV: 'production' }) },
        logs: join(dataDir, 'logs'),
        onCrash: handleCrash,
      }),
    )
  const script = (file: string) => ['--import', 'tsx', join(root, 'local', file)]
  startPart('identity', script('identity.ts'))
  startPart('storage', script('storage.ts'))
  startPart('vendors', script('vendors/main.ts'))
  const preload = ['--require', join(root, 'local/exit-with-parent.cjs')]
  startPart('site', [...preload, siteProgram, '-H', '127.0.0.1', '-p', `${ports.PORT}`])
  await Promise.all([
    waitUntilReady('identity', `http://127.0.0.1:${ports.AUTH_EMULATOR_PORT}/`, seconds),
    waitUntilReady('storage', `http://127.0.0.1:${ports.STORAGE_EMULATOR_PORT}/`, seconds),
    waitUntilReady('vendors', `http://127.0.0.1:${ports.LOCAL_VENDORS_PORT}/`, seconds),
  ])
  // Last, because health remembers for a while which vendors did not answer.
  await waitUntilReady('site', `http://127.0.0.1:${ports.PORT}/api/health`, seconds)
  const accountLines = await seed(env, dataDir)
  if (stopping) return stopping
  say('')
  for (const line of accountLines) say(line)
  say(`inbox  ${vendors}/inbox   (every email and text message; faults and requests are on the same site)`)
  const secret = process.env.REVALIDATE_SECRET ? '<REVALIDATE_SECRET>' : env.REVALIDATE_SECRET
  say(`drafts ${origin}/api/preview?secret=${secret}&slug=   (followed by the slug of a post)`)
  say(`logs   ${join(dataDir, 'logs')}`)
  say(`ready ${origin}`)
}

start().catch(async (error: unknown) => {
  if (stopping) return stopping
  if (error instanceof EnvError) return exitWith(error.problems)
  if (error instanceof FolderInUse || error instanceof BuildFailure) return exitWith([error.message])
  console.error(error)
  return stop(1)
})
