/** Builds the site when its sources have changed. Running stacks hold the build's lock shared; building needs it alone. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock, type FileLock } from '@/lib/server/db/file-lock'
import { root } from './project'

/** Its message is for the person who started the stack. */
export class BuildFailure extends Error {}

const folders = ['app', 'components', 'content', 'lib', 'messages', 'public', 'server']
const files = [
  'instrumentation-client.ts',
  'instrumentation.ts',
  'next.config.ts',
  'package-lock.json',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
]
export const sources = [...folders, ...files]

const variables = ['SITE_HOST', 'STAGING_HOST', 'API_HOST_PROD', 'API_HOST_BETA', 'PSEUDO_LOCALE']

type Variables = Record<string, string | undefined>

/**
 * A build against Notion, which is not running yet, would mark the blog's pages as never to be cached. Every process reads
 * its own source of posts anyway.
 */
const buildEnvironment = (env: Variables) => ({
  ...env,
  BLOG_SOURCE: 'markdown',
  BLOG_FOLDER: '',
  SERVICE_FILE: 'content/service.sample.yaml',
  BUILD_TYPES: 'off',
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
})

export function sourceDigest(from: string, env: Variables): string {
  const hash = createHash('sha256')
  const addPath = (path: string) => {
    const absolutePath = join(from, path)
    if (!existsSync(absolutePath)) return
    if (statSync(absolutePath).isDirectory()) {
      for (const name of readdirSync(absolutePath).toSorted()) addPath(join(path, name))
      // The build itself writes the types of messages.
    } else if (!path.endsWith('.d.json.ts')) {
      hash.update(`${path}\0`).update(readFileSync(absolutePath)).update('\0')
    }
  }
  for (const path of sources) addPath(path)
  for (const name of variables) hash.update(`${name}=${env[name] ?? ''}\0`)
  return hash.digest('hex')
}

const output = join(root, '.next')
const stamp = join(output, 'unhurried-build')
const lockFile = join(root, '.cache', 'build.db')

const isFresh = (digest: string) => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest

type Say = (line: string) => void

async function runBuildStep(args: string[]): Promise<{ ok: boolean; text: string }> {
  // A build that outlives its parent would write into the next one's folder.
  const child = spawn(process.execPath, ['--require', join(root, 'local/exit-with-parent.cjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: buildEnvironment(process.env),
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  process.off('exit', stop)
  return { ok: code === 0, text }
}

async function build(digest: string, say: Say): Promise<void> {
  rmSync(stamp, { force: true })
  say('building the site; the first time this takes a minute or two')
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const progress = setInterval(() => say(`building the site … ${seconds()} s`), 10_000)
  const pages = await runBuildStep([join(root, 'node_modules/next/dist/bin/next'), 'build'])
  // Next sometimes exits with 0 without having written anything.
  const isWritten = pages.ok && existsSync(join(output, 'BUILD_ID'))
  const server = isWritten ? await runBuildStep(['--import', 'tsx', join(root, 'server/build.ts')]) : null
  clearInterval(progress)
  if (!server?.ok) throw new BuildFailure(`${server?.text ?? pages.text}\nThe site could not be built.`)
  writeFileSync(stamp, digest)
  say(`built the site in ${seconds()} s`)
}

/**
 * Resolves with the shared lock of a fresh build; the caller holds it while serving that build.
 * @throws BuildFailure when the build fails, or when a running stack serves an older one
 */
export async function ensureBuild(say: Say): Promise<FileLock> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const digest = sourceDigest(root, process.env)
  let [waits, refusals] = [0, 0]
  for (;;) {
    const shared = tryLock(lockFile, 'shared')
    if (shared && isFresh(digest)) return shared
    shared?.release()
    const exclusive = tryLock(lockFile, 'exclusive')
    if (exclusive) {
      try {
        if (!isFresh(digest)) await build(digest, say)
      } finally {
        exclusive.release()
      }
      continue
    }
    // Another start that checks for a moment, or a running site.
    if (shared && ++refusals > 20) {
      throw new BuildFailure(
        'The sources have changed, but a site of this checkout is still running from the build before. Stop it first.',
      )
    }
    if (!shared && waits++ % 100 === 0) say('another start is building the site; waiting for it')
    await pause(100)
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    const lock = await ensureBuild((line) => console.log(line))
    lock.release()
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
