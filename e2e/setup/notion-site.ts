/** The built site with posts from the Notion stand-in, as two processes that tests can restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch, type RequestInit } from 'undici'
import { startProcess, stopProcess, waitForResponse, type ManagedProcess } from '@/local/processes'
import { standIn } from '@/local/vendors/settings'
import { startSite, type Site } from './site'
import { freeStackPorts } from './stack'

const secret = 'e2e-revalidate'
/** One connection per request, because a restarting process closes idle ones just as they are reused. */
const dispatcher = new Agent({ pipelining: 0 })

export type NotionSite = Awaited<ReturnType<typeof startNotionSite>>

export async function startNotionSite() {
  const ports = await freeStackPorts()
  const origin = `http://localhost:${ports.PORT}`
  const address = `http://127.0.0.1:${ports.LOCAL_VENDORS_PORT}`
  const folder = () => mkdtempSync(join(tmpdir(), 'unhurried-notion-'))
  const folders = [folder(), folder()] as [string, string, ...string[]]
  let [, dataDir] = folders
  const shared = { PATH: process.env.PATH ?? '', DEPLOYMENT: 'local', ...ports }
  let vendors: ManagedProcess | undefined
  const sites: Site[] = []

  const self = {
    origin,
    /** Output of all site processes. */
    output: () => sites.map((site) => site.output()).join(''),
    async startVendors() {
      const { child, tail } = (vendors = startProcess({
        name: 'vendors',
        args: ['--import', 'tsx', 'local/vendors/main.ts'],
        env: { ...shared, NODE_ENV: 'production', DATA_DIR: folders[0] },
        logs: join(folders[0], 'logs'),
        onCrash: () => {},
      }))
      if (!(await waitForResponse(address, () => child.exitCode !== null))) throw new Error(tail())
    },
    stopVendors: async () => vendors && stopProcess(vendors),
    async startSite() {
      const env = {
        ...shared,
        NEXT_TELEMETRY_DISABLED: '1',
        SITE_ORIGIN: origin,
        BLOG_SOURCE: 'notion',
        NOTION_TOKEN: standIn.notion.token,
        NOTION_DATABASE_ID: standIn.notion.databaseId,
        NOTION_API_BASE: address,
        REVALIDATE_SECRET: secret,
      }
      // Health may be down, because Notion may be.
      sites.push(await startSite({ port: ports.PORT, env, dataDir, readyPath: '/robots.txt' }))
    },
    stopSite: async () => sites.at(-1)?.stop(),
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
    control: (name: string, body: object = {}) => post(`/notion/control/${name}`, body),
    fault: (body: object) => post('/faults', { vendor: 'notion', ...body }),
    /** Requests to Notion since the last call, with Unix times in ms. */
    async takeRequests(): Promise<{ path: string; at: number }[]> {
      const { requests } = (await (await fetch(`${address}/requests?vendor=notion`, { dispatcher })).json()) as {
        requests: { path: string; at: string }[]
      }
      await fetch(`${address}/requests`, { method: 'DELETE', dispatcher })
      return requests.map(({ path, at }) => ({ path, at: Date.parse(at) }))
    },
    async stop() {
      await Promise.all([self.stopSite(), self.stopVendors()])
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
    throw new Error(self.output(), { cause: error })
  }
}
