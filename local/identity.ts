/**
 * The identity emulator of firebase-tools without its command line, so that it starts in a second; saves users to
 * `DATA_DIR/identity.json`. It uses internals of firebase-tools, whose version is pinned.
 */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openJsonFile } from './json-file'
import { exitOnSignal } from './processes'
import { projectId } from './project'

const load = createRequire(import.meta.url)
const lib = 'firebase-tools/lib/emulator/auth'
const server = `${lib}/server.js`

type User = { localId: string; providerUserInfo?: object[] }

/** The part of the emulator's memory that is used here: firebase-tools, lib/emulator/auth/state.js. */
type AgentProject = {
  users: Map<string, User>
  updateUserByLocalId(localId: string, fields: object, options: { upsertProviders: object[] }): unknown
}

type Middleware = (spec: object, options: object) => Promise<unknown>

/** Compiles validation schemas on first use, which makes the start faster. */
function compileSchemasLazily(): void {
  const exegesis = createRequire(load.resolve(server))('exegesis-express') as { middleware: Middleware }
  const { middleware } = exegesis
  exegesis.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true })
}

async function createEmulator(project: AgentProject): Promise<RequestListener> {
  compileSchemasLazily()
  const { createApp } = load(server) as {
    createApp(project: string, singleProjectMode: number, states: Map<string, AgentProject>): Promise<RequestListener>
  }
  return createApp(projectId, 1, new Map([[projectId, project]]))
}

const { AgentProjectState } = load(`${lib}/state.js`) as { AgentProjectState: new (projectId: string) => AgentProject }

const project = new AgentProjectState(projectId)
const file = openJsonFile<{ users: User[] }>(join(process.env.DATA_DIR || '.data', 'identity.json'), { users: [] })
// The emulator's own import would end every session.
for (const user of file.value.users) {
  project.users.set(user.localId, { localId: user.localId })
  // This also fills the indexes by address, number and provider.
  project.updateUserByLocalId(user.localId, structuredClone(user), { upsertProviders: user.providerUserInfo ?? [] })
}

function saveSoon(): void {
  file.value = { users: [...project.users.values()] }
  file.changed()
}

/** Mailed links change state by GET. */
const changesState = ({ method, url = '' }: { method?: string; url?: string }) =>
  (method !== 'GET' && method !== 'OPTIONS') || url.startsWith('/emulator/action')

/** The SDK asks for this before every text message, and the emulator lacks it: no reCAPTCHA Enterprise. */
const recaptchaConfig = JSON.stringify({
  recaptchaKey: `projects/${projectId}/keys/none`,
  recaptchaEnforcementState: ['PHONE_PROVIDER', 'EMAIL_PASSWORD_PROVIDER'].map((provider) => ({
    provider,
    enforcementState: 'OFF',
  })),
})

const port = Number(process.env.AUTH_EMULATOR_PORT || 9099)
const emulator = await createEmulator(project)
const listener = createServer((request, response) => {
  if (request.method === 'GET' && request.url?.includes('/v2/recaptchaConfig')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(recaptchaConfig)
    return
  }
  if (changesState(request)) response.once('close', saveSoon)
  emulator(request, response)
})
listener.listen(port, '127.0.0.1')

exitOnSignal(() => {
  saveSoon()
  file.flush()
})
