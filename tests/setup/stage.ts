/** A server's surroundings for one test file: settings, an empty database, the identity service, the vendors. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { startIdentity } from '@/tests/fakes/identity'
import { tokenHeader } from '@/lib/site'
import { copyTemplate } from './embedded'

export const origin = 'http://localhost:3000'

/** `postgres` in the project of that name, else the embedded database. */
export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'

/** The address of a new, empty database on the Postgres server of the run. */
export async function freshDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}

/**
 * Sets the process's environment for the modules under test; call it before anything of lib/server
 * is used, and `close()` after the last test.
 */
export async function stage(extra: Record<string, string> = {}) {
  const identity = await startIdentity()
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-test-'))
  if (engine === 'pglite') copyTemplate(inject('embeddedTemplate'), dataDir)
  Object.assign(process.env, {
    DEPLOYMENT: 'local',
    SITE_ORIGIN: origin,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    REVALIDATE_SECRET: 'revalidate-secret',
    ...(engine === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
    ...identity.env,
    ...extra,
  })
  // As at a start: opening takes its time on a busy machine, and a person's request is not given it.
  const { database } = await import('@/lib/server/db/client')
  await database()
  return {
    identity,
    dataDir,
    async close() {
      const { closeDatabase } = await import('@/lib/server/db/client')
      await closeDatabase()
      await identity.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Call = { token?: string | null; body?: unknown; raw?: string | Buffer; method?: string; headers?: HeadersInit }

/** Calls a route handler as a browser would. `path` is all behind `/api`. */
export function call(handler: (request: Request) => Promise<Response>, path: string, options: Call = {}) {
  const { token, body, raw, method = body === undefined && raw === undefined ? 'GET' : 'POST' } = options
  const headers = new Headers(options.headers)
  if (token) headers.set(tokenHeader, token)
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return handler(new Request(`${origin}/api${path}`, { method, headers, body: sent as BodyInit | undefined }))
}
