/**
 * The storage emulator of firebase-tools without its command line and rules engine, which needs Java; `isAllowed`
 * replaces the rules. Files are copied to `DATA_DIR/storage` at the end.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { exitOnSignal } from './processes'
import { projectId } from './project'

type Layer = {
  export(folder: string, options: object): Promise<void>
  import(folder: string, options: object): void
}
type Emulator = {
  _rulesRuntime: object
  _rulesManager: object
  _app: {
    use(step: (request: IncomingMessage, response: unknown, next: () => void) => void): void
    _router: { stack: unknown[] }
  }
  storageLayer: Layer
  start(): Promise<void>
}
type EmulatorClass = { new (args: object): Emulator; prototype: object }

type StorageRequest = {
  method: string
  path: string
  token?: string
  file?: { after?: { size?: string | number; contentType?: string } }
}

const maxBytes = 5 * 1024 * 1024

const uidOfToken = (token: string): string | undefined =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: string }).sub

/** `storage.rules` in code. Change both together. */
function isAllowed({ method, path, token, file }: StorageRequest): boolean {
  const [, owner, rest] = /\/o\/users\/([^/]+)(\/profilePicture\.png|\/?)$/.exec(path) ?? []
  if (!owner || !token || uidOfToken(token) !== owner) return false
  const isPicture = rest === '/profilePicture.png'
  if (method === 'list') return !isPicture
  if (!isPicture) return false
  if (method === 'get' || method === 'delete') return true
  const { size = 0, contentType = '' } = file?.after ?? {}
  return Number(size) <= maxBytes && contentType === 'image/png'
}

const load = createRequire(import.meta.url)
const lib = 'firebase-tools/lib/emulator'
const { StorageEmulator } = load(`${lib}/storage/index.js`) as { StorageEmulator: EmulatorClass }
const { StorageRulesIssues } = load(`${lib}/storage/rules/runtime.js`) as { StorageRulesIssues: new () => object }
const { EmulatorRegistry } = load(`${lib}/registry.js`) as {
  EmulatorRegistry: { set(name: string, emulator: object): void }
}

const dataDir = resolve(process.env.DATA_DIR ?? '.data')
const savedFolder = join(dataDir, 'storage')
const workingFolder = join(dataDir, 'storage-working')
rmSync(workingFolder, { recursive: true, force: true })

/** The default folder is shared by all stacks of a machine. */
class Storage extends StorageEmulator {
  getPersistenceTmpDir() {
    return workingFolder
  }
}

const emulator = new Storage({
  projectId,
  host: '127.0.0.1',
  port: Number(process.env.STORAGE_EMULATOR_PORT ?? 9199),
  rules: { name: 'storage.rules', content: '' },
  auto_download: false,
})
const noop = async () => {}
emulator._rulesRuntime = { start: noop, stop: noop }
emulator._rulesManager = {
  start: async () => [],
  stop: noop,
  getRuleset: () => ({
    verify: async (request: StorageRequest) => ({ permitted: isAllowed(request), issues: new StorageRulesIssues() }),
  }),
}
EmulatorRegistry.set('storage', emulator)

if (existsSync(join(savedFolder, 'buckets.json'))) emulator.storageLayer.import(savedFolder, { initiatedBy: 'local' })
await emulator.start()
useBrowserOriginForUploads()

/**
 * Resumable uploads continue at the host where they began. The site proxies that request under another host, so the
 * browser's origin is used.
 */
function useBrowserOriginForUploads() {
  const { _app: app } = emulator
  app.use(({ headers }, _, next) => {
    const site = headers['x-goog-upload-command'] === 'start' && URL.parse(headers.origin ?? '')
    if (site) headers.host = site.host
    next()
  })
  const { stack } = app._router
  stack.unshift(stack.pop())
}

exitOnSignal(async () => {
  const next = `${savedFolder}.new`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  await emulator.storageLayer.export(next, { initiatedBy: 'local' })
  rmSync(savedFolder, { recursive: true, force: true })
  renameSync(next, savedFolder)
  rmSync(workingFolder, { recursive: true, force: true })
})
