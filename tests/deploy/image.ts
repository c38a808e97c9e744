/**
 * Tests the image without a container engine: copies the files of the Dockerfile's last stage to an empty folder with
 * a Node.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { waitForResponse } from '@/local/processes'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'

type Copy = { from: string; to: string; isOwned: boolean }
type Recipe = {
  workdir: string
  env: Record<string, string>
  copies: Copy[]
  user: string
  command: string[]
  health: string[]
}

/** Reads a Dockerfile's last stage. Instructions that ours does not use are an error. */
export function readRecipe(text: string): Recipe {
  const whole = text.replaceAll(/^#.*\n/gm, '').replaceAll('\\\n', ' ')
  const stage = whole.slice(whole.lastIndexOf('\nFROM ')).split('\n').filter(Boolean)
  const recipe: Recipe = { workdir: '/', env: {}, copies: [], user: 'root', command: [], health: [] }
  for (const line of stage) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (word === 'WORKDIR') recipe.workdir = rest
    else if (word === 'USER') recipe.user = rest
    else if (word === 'CMD') recipe.command = JSON.parse(rest) as string[]
    else if (word === 'HEALTHCHECK') recipe.health = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[]
    else if (word === 'ENV') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) recipe.env[name] = value
    } else if (word === 'COPY') {
      const [, owner, from, to] = /^--from=build (--chown=node:node )?(\S+) (\S+)$/.exec(rest) ?? []
      if (from === undefined || to === undefined) throw new Error(`Not understood: ${line}`)
      recipe.copies.push({ from, to, isOwned: owner !== undefined })
    } else if (!['FROM', 'VOLUME', 'EXPOSE'].includes(word)) throw new Error(`Not understood: ${line}`)
  }
  return recipe
}

/** The image's user must not write root's files. Only root can test this. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

type Running = { url: string; printed(): string; stop(): Promise<void> }

export type Image = {
  recipe: Recipe
  folder: string
  /** Whether its own health check passes at a port. */
  isHealthy(port: string): boolean
  /** Starts it on a free port with these settings, and resolves when it answers. */
  start(settings?: Record<string, string>): Promise<Running>
  remove(): void
}

const patienceMs = 90_000

/** Creates the image's files. Needs the build. */
export function layOut(): Image {
  const recipe = readRecipe(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-image-'))
  chmodSync(folder, 0o755)
  const work = join(folder, recipe.workdir)
  for (const { from, to, isOwned } of recipe.copies) {
    const target = to.startsWith('/') ? join(folder, to) : join(work, to)
    mkdirSync(to.endsWith('/') ? target : dirname(target), { recursive: true })
    const source = from.replace(/^\/site\//, '')
    if (source === 'empty') mkdirSync(target)
    // Docker copies a folder's contents, and files into a path that ends in a slash.
    else if (!to.endsWith('/')) cpSync(join(root, source), target, copied)
    else for (const file of filesOf(source)) cpSync(file, join(target, basename(file)))
    if (isOwned && nobody.uid !== undefined) chownSync(target, nobody.uid, nobody.gid)
  }
  // Part of the base image.
  cpSync(process.execPath, join(folder, 'node'))
  return {
    recipe,
    folder,
    isHealthy(port) {
      const [, ...args] = recipe.health
      return spawnSync(join(folder, 'node'), args, { env: { PORT: port } as never, ...nobody }).status === 0
    },
    start: (settings = {}) => start(folder, recipe, settings),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function filesOf(source: string): string[] {
  const files = globSync(source, { cwd: root })
  if (files.length === 0) throw new Error(`The Dockerfile copies ${source}, and there is none.`)
  return files.map((file) => join(root, file))
}

const copied = { recursive: true, verbatimSymlinks: true } as const

async function start(folder: string, recipe: Recipe, settings: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program, ...args] = recipe.command
  if (program !== 'node') throw new Error(`The image starts ${program}; this test can only run node.`)
  const env: Record<string, string> = {
    ...recipe.env,
    DATA_DIR: join(folder, recipe.env.DATA_DIR ?? ''),
    PORT: `${port}`,
    SITE_ORIGIN: url,
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(join(folder, 'node'), args, {
    cwd: join(folder, recipe.workdir),
    // The recipe has NODE_ENV, which Next's types require.
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const ended = new Promise((resolve) => child.once('close', resolve))
  const until = Date.now() + patienceMs
  const isUp = await waitForResponse(`${url}/api/health`, () => child.exitCode !== null || Date.now() > until)
  if (!isUp) {
    child.kill('SIGKILL')
    throw new Error(`The image did not start:\n${printed}`)
  }
  return {
    url,
    printed: () => printed,
    async stop() {
      child.kill()
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await ended
      clearTimeout(late)
    },
  }
}
