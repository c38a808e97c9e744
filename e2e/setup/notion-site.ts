/** The built site with posts from the Notion stand-in, as two processes that tests can restart. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch, type RequestInit } from 'undici'
import { siteProgram } from '@/local/project'
import { standIn } from '@/local/vendors/settings'
import { freeStackPorts } from './stack'

const secret = 'e2e-revalidate'
const startTimeoutMs = 60_000

/** One connection per request, because a restarting process closes idle ones just as they are reused. */
const dispatcher = new Agent({ pipelining: 0 })

async function answers(address: string): Promise<void> {
  const until = Date.now() + startTimeoutMs
  while (Date.now() < until) {
    const response = await fetch(address, { dispatcher }).catch(() => null)
    await response?.text()
    if (response) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${address} does not answer.`)
}

async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
}

export type NotionSite = Awaited<ReturnType<typeof startNotionSite>>

export async function startNotionSite() {
  const ports = await freeStackPorts()
  const origin = `http://localhost:${ports.PORT}`
  const address = `http://127.0.0.1:${ports.LOCAL_VENDORS_PORT}`
  const folder = () => mkdtempSync(join(tmpdir(), 'unhurried-notion-'))
  const folders = [folder(), folder()]
  let [, dataDir = ''] = folders
  const shared = { PATH: process.env.PATH ?? '', DEPLOYMENT: 'local', NODE_ENV: 'production' as const, ...ports }
  let printed = ''
  let vendors: ChildProcess | null = null
  let site: ChildProcess | null = null

  const self = {
    origin,
    /** Output of all site processes. */
    output: () => printed,
    async startVendors() {
      vendors = spawn(process.execPath, ['--import', 'tsx', 'local/vendors/main.ts'], {
        env: { ...shared, DATA_DIR: folders[0] },
        stdio: 'ignore',
      })
      await answers(address)
    },
    stopVendors: () => end(vendors),
    async startSite() {
      site = spawn(process.execPath, [siteProgram, '-H', '127.0.0.1', '-p', ports.PORT], {
        env: {
          ...shared,
          NEXT_TELEMETRY_DISABLED: '1',
          DATA_DIR: dataDir,
          SITE_ORIGIN: origin,
          BLOG_SOURCE: 'notion',
          NOTION_TOKEN: standIn.notion.token,
          NOTION_DATABASE_ID: standIn.notion.databaseId,
          NOTION_API_BASE: address,
          REVALIDATE_SECRET: secret,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const collect = (chunk: Buffer) => {
        printed += chunk.toString()
      }
      site.stdout?.on('data', collect)
      site.stderr?.on('data', collect)
      await answers(`${origin}/api/health`)
    },
    stopSite: () => end(site),
    /** Gives the next start of the site an empty data folder. */
    forget() {
      dataDir = folder()
      folders.push(dataDir)
    },
    get: (path: string, init?: RequestInit) => fetch(origin + path, { ...init, dispatcher }),
    /** With the secret, so that every part is checked now. */
    health: () => fetch(`${origin}/api/health`, { headers: { 'x-revalidate-secret': secret }, dispatcher }),
    revalidate: () =>
      fetch(`${origin}/api/revalidate`, { method: 'POST', headers: { 'x-revalidate-secret': secret }, dispatcher }),
    /** Changes the stand-in; see local/notion/control.ts. */
    turn: (name: string, body: object = {}) => post(`/notion/control/${name}`, body),
    fault: (body: object) => post('/faults', { vendor: 'notion', ...body }),
    /** Requests to Notion since the last call, with Unix times in ms. */
    async asked(): Promise<{ path: string; at: number }[]> {
      const { requests } = (await (await fetch(`${address}/requests?vendor=notion`, { dispatcher })).json()) as {
        requests: { path: string; at: string }[]
      }
      await fetch(`${address}/requests`, { method: 'DELETE', dispatcher })
      return requests.map(({ path, at }) => ({ path, at: Date.parse(at) }))
    },
    async stop() {
      await Promise.all([end(site), end(vendors)])
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    },
  }

  async function post(path: string, body: object): Promise<void> {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      dispatcher,
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  }

  try {
    await self.startVendors()
    await self.startSite()
    return self
  } catch (error) {
    await self.stop()
    throw new Error(printed, { cause: error })
  }
}
