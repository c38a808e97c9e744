/**
 * The identity emulator of firebase-tools without its command line, so that it starts in a second; saves changes to
 * `DATA_DIR/identity.json`. It uses internals of firebase-tools, whose version is pinned.
 */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AgentProject, type IdentityState, restore, snapshot } from './identity-state'
import { openJsonFile } from './json-file'
import { exitOnSignal } from './processes'
import { projectId } from './project'

const load = createRequire(import.meta.url)
const lib = 'firebase-tools/lib/emulator/auth'
const server = `${lib}/server.js`

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

const { AgentProjectState } = load(`${lib}/state.js`) as {
  AgentProjectState: new (projectId: string) => AgentProject
}
const project = new AgentProjectState(projectId)
const emptyState: IdentityState = { users: [], config: null }
const file = openJsonFile(join(process.env.DATA_DIR || '.data', 'identity.json'), emptyState)
restore(project, file.value)

function saveSoon(): void {
  file.value = snapshot(project)
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
