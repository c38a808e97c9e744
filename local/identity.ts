/**
 * The identity emulator of firebase-tools, without its command line: it answers in a quarter of the
 * time. Its state is in memory, so every change is copied to `DATA_DIR/identity.json` a moment later and
 * read back at the next start. It uses internals of firebase-tools, whose version is pinned for that.
 */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openJsonFile } from './json-file'
import { endWith } from './part'
import { projectId } from './project'

type Stored = { users: object[]; config: object | null }

const load = createRequire(import.meta.url)

/** Families of calls that nothing here makes; leaving them out of the OpenAPI document is what saves the time. */
const unused =
  /tenants|inboundSaml|oauthIdpConfigs|[dD]efaultSupportedIdp|passkey|GameCenter|IosClient|issueSaml|identityPlatform|revokeToken/

async function createEmulator(): Promise<RequestListener> {
  const spec = load('firebase-tools/lib/emulator/auth/apiSpec.js') as { default: { paths: Record<string, unknown> } }
  for (const path of Object.keys(spec.default.paths)) if (unused.test(path)) delete spec.default.paths[path]
  const { createApp } = load('firebase-tools/lib/emulator/auth/server.js') as {
    createApp(project: string, singleProjectMode: number): Promise<RequestListener>
  }
  return createApp(projectId, 1)
}

const port = Number(process.env.AUTH_EMULATOR_PORT ?? 9099)
const base = `http://127.0.0.1:${port}`
const accounts = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
const configuration = `/emulator/v1/projects/${projectId}/config`

/** A call with the emulator's own word for "whoever runs me". */
async function ask<T>(path: string, init: { method?: string; body?: object } = {}): Promise<T> {
  const response = await fetch(base + path, {
    method: init.method ?? 'GET',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: init.body && JSON.stringify(init.body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const file = openJsonFile<Stored>(join(process.env.DATA_DIR ?? '.data', 'identity.json'), { users: [], config: null })

async function restore() {
  const { users, config } = file.value
  if (config) await ask(configuration, { method: 'PATCH', body: config })
  if (users.length > 0) await ask(`${accounts}:batchCreate`, { method: 'POST', body: { users, allowOverwrite: true } })
}

async function save() {
  const { users = [] } = await ask<{ users?: object[] }>(`${accounts}:batchGet?maxResults=-1`)
  file.value = { users, config: await ask<object>(configuration) }
  file.flush()
}

const gatherMs = 150
let restored = false
let timer: NodeJS.Timeout | undefined
const saveSoon = () => {
  timer ??= setTimeout(() => {
    timer = undefined
    save().catch((error: unknown) => console.error('identity: accounts could not be saved', error))
  }, gatherMs)
}

const emulator = await createEmulator()
const server = createServer((request, response) => {
  // Until the accounts are back nobody is told that they do not exist.
  if (!restored && request.headers.authorization !== 'Bearer owner') {
    response.writeHead(503, { 'retry-after': '1' }).end()
    return
  }
  if (restored && request.method !== 'GET' && request.method !== 'OPTIONS') response.once('finish', saveSoon)
  emulator(request, response)
})
server.listen(port, '127.0.0.1', async () => {
  await restore()
  restored = true
})

endWith(async () => {
  clearTimeout(timer)
  if (restored) await save()
})
