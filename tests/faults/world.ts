/**
 * All that the money test needs around it: Postgres, what stands outside (`outside.ts`), and two site
 * processes over one database. What the vendors tell the site is caught, and `deliveries.ts` decides when it
 * arrives.
 */
import { Pool } from 'pg'
import { freePort } from '@/local/ports'
import { startPostgres } from '@/tests/setup/postgres'
import { startOutside } from './outside'
import type { RedisServer } from '@/tests/setup/redis'
import { startSite, type Site } from './site'

export type { Letter, Told, Vendor } from './outside'
export type World = Awaited<ReturnType<typeof startWorld>>

/** Jobs that a process begins by itself would write while a test compares. */
const jobs = ['reconcile-events', 'reconcile-all', 'retention']

type More = {
  /** Begins a site process on a port. */
  start?: typeof startSite
  /** Shared by both sites. */
  redis?: RedisServer
  /** Settings of both sites. */
  settings?: Record<string, string>
}

/** Starts all of it; `begin` waits for the sites, and `stop` ends everything, also after half a start. */
export async function startWorld({ start = startSite, redis, settings }: More = {}) {
  const postgres = await startPostgres()
  const ports = [await freePort(), await freePort()] as const
  const outside = await startOutside(`http://localhost:${ports[0]}`)
  const env = { ...outside.env, DATABASE_URL: postgres.url, ...(redis && { REDIS_URL: redis.url }), ...settings }
  const sites: [Site, Site] = [await start(ports[0], env), await start(ports[1], env)]
  const database = new Pool({ connectionString: postgres.url, max: 4 })
  // The server ends before its connections do.
  database.on('error', () => {})
  return {
    ...outside,
    /** What both sites were started with. */
    env,
    sites,
    /** Resolves when both sites answer. */
    async begin() {
      await Promise.all(sites.map((site) => site.up()))
      for (const name of jobs) {
        await database.query(
          "insert into jobs values ($1, '2100-01-01') on conflict (name) do update set begun_at = '2100-01-01'",
          [name],
        )
      }
    },
    /** Moves the clocks of the vendors and of both sites; then what was due happens at the vendors. */
    async setAhead(ms: number) {
      await Promise.all(sites.map((site) => site.setAhead(ms)))
      outside.setAhead(ms)
    },
    /** A new hour for the limiter: how much one may ask is tested elsewhere. */
    async forgetLimits() {
      await database.query('delete from rate_limits')
      await redis?.drop('*:limit:*')
    },
    rows: async <Row>(sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows as Row[],
    async stop() {
      await Promise.all(sites.map((site) => site.stop()))
      await Promise.all([database.end(), outside.stop()])
      await postgres.stop()
    },
  }
}
