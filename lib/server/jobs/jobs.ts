import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { shutdownSignal, isShuttingDown, trackWork } from '@/lib/shutdown'
import { reconciliation } from '@/lib/server/billing/reconcile'
import { database, giveBackDisk } from '@/lib/server/db/client'
import { jobs } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'
import { countJob } from '@/lib/server/observability/metrics'
import { enforceRetention } from './retention'
import { traced } from '@/lib/server/observability/traced'

const minute = 60_000
const hour = 60 * minute

/** A job of which a part could not be done is not left for longer than this. */
const againMs = hour

/** A job that one process does for all. */
type Job = {
  name: 'reconcile-events' | 'reconcile-all' | 'retention'
  /** Milliseconds from one beginning to the next. */
  everyMs: number
  /** Does it; false when a part of it could not be done. */
  run(): Promise<boolean>
}

const reconciled = async (scope: 'events' | 'all') => {
  const run = await reconciliation(scope)
  const { failed, owed, refused } = await run((line) => log().info({ line }, 'reconcile'), shutdownSignal())
  // What is owed is tried again every hour anyway, and may take a bank days: nobody else need be asked for it.
  // A refusal stays one.
  return failed === owed + refused && !isShuttingDown()
}

const table: Job[] = [
  {
    name: 'retention',
    everyMs: hour,
    async run() {
      await enforceRetention()
      await giveBackDisk()
      return true
    },
  },
  { name: 'reconcile-events', everyMs: hour, run: () => reconciled('events') },
  { name: 'reconcile-all', everyMs: 24 * hour, run: () => reconciled('all') },
]

/** A process that has given no sign of life for so long is taken for dead, and its job by another one. */
export const leaseMs = 15 * minute
const signMs = minute

/**
 * Each job has two rows: under its name stands from when on its time runs, which is when it was last begun of
 * those times that it was ended, or earlier where a part of it could not be done;
 * and under this name when the process that does it last gave a sign of life. The second is never
 * deleted, so that whoever still holds an older view of the first does not do the job again.
 */
export const leaseOf = (name: string) => `${name} lease`

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000}::double precision)`

/** A new database has nothing to look after: the first time of each job comes when its time has passed. */
async function enter(): Promise<void> {
  const db = await database()
  const rows = table.map(({ name }) => ({ name, begunAt: sql`now()` }))
  await db.insert(jobs).values(rows).onConflictDoNothing()
}

/** Takes a job that is due and that nobody else is at: one statement, so that of many takers one gets it. */
export async function take({ name, everyMs }: Pick<Job, 'name' | 'everyMs'>): Promise<boolean> {
  const db = await database()
  const result: unknown = await db.execute(sql`
    insert into ${jobs} (name, begun_at)
    select ${leaseOf(name)}, now()
    where exists (select 1 from ${jobs} where name = ${name} and begun_at <= now() - ${interval(everyMs)})
    on conflict (name) do update set begun_at = excluded.begun_at
    where ${jobs.begunAt} <= now() - ${interval(leaseMs)}
    returning name`)
  return (result as { rows: unknown[] }).rows.length > 0
}

/**
 * Does one job that was taken. What fails is taken up again when the lease is over; that of which only a part
 * failed, in its usual time or an hour, whichever is sooner.
 */
async function attend(job: Job): Promise<void> {
  const began = performance.now()
  const db = await database()
  const alive = setInterval(() => {
    const now = { begunAt: sql`now()` }
    db.update(jobs)
      .set(now)
      .where(eq(jobs.name, leaseOf(job.name)))
      .catch(() => {
        // The database is away for a moment; the next sign comes in a minute.
      })
  }, signMs).unref()
  try {
    const whole = await traced(`job ${job.name}`, {}, () => job.run())
    const ms = performance.now() - began
    const since = whole ? ms : Math.max(ms, job.everyMs - againMs)
    await db
      .update(jobs)
      .set({ begunAt: sql`now() - ${interval(since)}` })
      .where(eq(jobs.name, job.name))
    countJob(job.name, whole ? 'done' : 'failed')
    log().info({ job: job.name, ms: Math.round(ms), whole }, 'job done')
  } catch (err) {
    countJob(job.name, 'failed')
    log().error({ job: job.name, err }, 'a job failed; it is tried again later')
  } finally {
    clearInterval(alive)
  }
}

/**
 * Does what is due and nobody else is at. Never throws: the next look tries again.
 * @returns the names of the jobs that this look did
 */
export async function look(): Promise<string[]> {
  const done: string[] = []
  try {
    await enter()
    for (const job of table) {
      if (isShuttingDown() || !(await take(job))) continue
      await attend(job)
      done.push(job.name)
    }
  } catch (err) {
    log().error({ err }, 'jobs could not be looked up; the next look comes in a few minutes')
  }
  return done
}

/** Looks for jobs that are due: a minute after the start, which has enough to do, and every few minutes. */
export function startJobs(): void {
  const begin = () => void trackWork(look())
  setTimeout(begin, minute).unref()
  setInterval(begin, 5 * minute).unref()
}
