/** Settings, an empty database and an identity service for one test file of the server. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { inject } from 'vitest'
import { startIdentity } from '@/tests/fakes/identity'
import { tokenHeader } from '@/lib/site'
import { copyTemplate } from './embedded'
import { temporaryFolder } from './temporary-folder'

export const origin = 'http://localhost:3000'

export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'pglite'

/** Creates a database on the run's Postgres server, and returns its URL. */
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

/** Sets `process.env` for the modules under test. Call it before anything of lib/server is used. */
export async function stage(extra: Record<string, string> = {}) {
  const identity = await startIdentity()
  const dataDir = temporaryFolder('test')
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
  // Opened at the start as in production, because a request would time out on a busy machine.
  const { database } = await import('@/lib/server/db/client')
  await database()
  return {
    identity,
    dataDir,
    async close() {
      const { closeDatabase } = await import('@/lib/server/db/client')
      await closeDatabase()
      await identity.close()
    },
  }
}

type Call = { token?: string | null; body?: unknown; raw?: string | Buffer; method?: string; headers?: HeadersInit }

/** Calls a route handler. `path` is without `/api`. */
export function call(handler: (request: Request) => Promise<Response>, path: string, options: Call = {}) {
  const { token, body, raw, method = body === undefined && raw === undefined ? 'GET' : 'POST' } = options
  const headers = new Headers(options.headers)
  if (token) headers.set(tokenHeader, token)
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return handler(new Request(`${origin}/api${path}`, { method, headers, body: sent as BodyInit | undefined }))
}

/** A response's status and error code. */
export async function refusalOf(answer: Response | Promise<Response>): Promise<[status: number, code: string]> {
  const response = await answer
  return [response.status, (await response.json()).error.code]
}

type Rows = { rows: Record<string, unknown>[] }

/** The whole database as text: a line for each table and each sequence. */
export async function allRows(): Promise<string[]> {
  const { database } = await import('@/lib/server/db/client')
  const db = await database()
  const ask = async (text: string) => ((await db.execute(sql.raw(text))) as unknown as Rows).rows
  const tables = await ask("select table_name as name from information_schema.tables where table_schema = 'public'")
  const sequences = await ask(
    "select sequence_name as name from information_schema.sequences where sequence_schema = 'public'",
  )
  const lines = []
  for (const { name } of tables)
    lines.push(`${name} ${JSON.stringify(await ask(`select * from "${name}" t order by t::text`))}`)
  for (const { name } of sequences)
    lines.push(`${name} ${JSON.stringify(await ask(`select last_value, is_called from "${name}"`))}`)
  return lines.toSorted()
}
