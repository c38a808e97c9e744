/** The two servers that are compared: the baseline, and the local stack with the site's posts and a long one. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeStackPorts, startStack, type Ports } from '@/e2e/setup/stack'
import { ensureBuild } from '@/local/build'
import { composeEnvironment } from '@/local/environment'
import { root, siteProgram } from '@/local/project'
import { paths } from '@/lib/site'
import { commandOf, treeOf } from '@/tests/setup/processes'
import { longPostText } from './long-text'
import { build, copyOfBaseline, nextProgram, onExit, serve, type Served } from './processes'

export type Servers = {
  baseline: Served
  /** `identity` is the address of the identity emulator. */
  site: { origin: string; port: number; pid: number; identity: string }
  /** Starts another process. */
  start: { baseline: () => Promise<Served>; site: (env?: Record<string, string>) => Promise<Served> }
}

const longSlug = 'as-long-as-the-longest'
export const longPost = paths.post(longSlug)
const longLength = 26_000

/** Always the same folder: the site keeps an index per folder. */
const posts = join(root, '.cache/bench-posts')

function writePosts(): void {
  rmSync(posts, { recursive: true, force: true })
  onExit(() => rmSync(posts, { recursive: true, force: true }))
  const from = join(root, 'content/posts')
  cpSync(from, posts, { recursive: true })
  const texts = readdirSync(from)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => readFileSync(join(from, name), 'utf8'))
  const front = `---
title: As long as the longest
description: Paragraphs of the others, for what a long post costs.
tags: [posts]
written: 2024-01-01
---
`
  writeFileSync(join(posts, `${longSlug}.md`), `${front}\n${longPostText(texts, longLength)}\n`)
}

/** Starts the stack as `npm run local` does; returns the process id of the site. */
async function startStackProcess(dataDir: string, ports: Ports, env: Record<string, string>): Promise<number> {
  const stack = await startStack(dataDir, ports, env)
  onExit(() => stack.stop())
  const pid = treeOf(process.pid).find((each) => commandOf(each).includes(siteProgram))
  if (pid === undefined) throw new Error('The site’s process was not found.')
  return pid
}

export async function openServers(say: (line: string) => void): Promise<Servers> {
  say('building the baseline')
  const baselineFolder = await copyOfBaseline()
  await build(baselineFolder, {})
  const lock = await ensureBuild(say)
  onExit(() => lock.release())
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-bench-'))
  onExit(() => rmSync(folder, { recursive: true, force: true }))
  writePosts()
  const ports = await freeStackPorts()
  const identity = `http://127.0.0.1:${ports.AUTH_EMULATOR_PORT}`
  const logs = join(folder, 'logs')
  say('starting the local stack')
  const pid = await startStackProcess(join(folder, 'data'), ports, { BLOG_FOLDER: posts })
  // The embedded database is for one process, so others need a folder of their own.
  const secondEnv = { ...ports, BLOG_FOLDER: posts, DATA_DIR: join(folder, 'second') }
  const start = {
    baseline: () =>
      serve({
        name: 'baseline',
        args: [nextProgram(baselineFolder), 'start'],
        env: { IDENTITY: identity, NEXT_TELEMETRY_DISABLED: '1' },
        cwd: baselineFolder,
        logs,
      }),
    site: (extraEnv: Record<string, string> = {}) =>
      serve({
        name: 'site',
        args: [siteProgram],
        env: composeEnvironment({ ...process.env, ...secondEnv, ...extraEnv }),
        cwd: root,
        logs,
      }),
  }
  return {
    baseline: await start.baseline(),
    site: { origin: `http://localhost:${ports.PORT}`, port: Number(ports.PORT), pid, identity },
    start,
  }
}
