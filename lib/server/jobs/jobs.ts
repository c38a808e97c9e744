/** Periodic jobs. One process per database starts each job. */
import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { jobHours, type JobName } from '@/lib/contract/operations'
import { prepareReconciliation } from '@/lib/server/billing/reconcile'
import { database, reclaimDisk } from '@/lib/server/db/client'
import { jobs } from '@/lib/server/db/schema'
import { log, withSpan } from '@/lib/server/observability/log'
import { countJob } from '@/lib/server/observability/metrics'
import { isShuttingDown, shutdownSignal, trackWork } from '@/lib/server/process-state'
import { enforceRetention } from './retention'

const minuteMs = 60_000
const hourSeconds = 3600

const reconcile = async (scope: 'all' | 'refunds') => {
  const run = await prepareReconciliation(scope)
  return run((line) => log().info({ line }, 'reconcile'), shutdownSignal())
}

/** Each resolves to false if it failed in part. Repeated and concurrent runs are harmless. */
const runners: Record<JobName, () => Promise<boolean>> = {
  async retention() {
    await enforceRetention()
    await reclaimDisk()
    return true
  },
  refunds: () => reconcile('refunds'),
  reconcile: () => reconcile('all'),
}

const names = Object.keys(runners) as JobName[]

/** Seconds after which a job that was started and did not succeed runs again. */
export const leaseSeconds = hourSeconds

/** A second row per job for its last start. It is never deleted, so that a stale reader cannot run the job again. */
export const leaseName = (name: string) => `${name} lease`

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds}::double precision)`

async function ensureRows(): Promise<void> {
  const db = await database()
  const rows = names.map((name) => ({ name, begunAt: sql`now()` }))
  await db.insert(jobs).values(rows).onConflictDoNothing()
}

/** One statement, so that only one process gets the lease. */
export async function acquireLease(name: JobName): Promise<boolean> {
  const db = await database()
  const result: unknown = await db.execute(sql`
    insert into ${jobs} (name, begun_at)
    select ${leaseName(name)}, now()
    where exists (select 1 from ${jobs} where name = ${name} and begun_at <= ${ago(jobHours[name] * hourSeconds)})
    on conflict (name) do update set begun_at = excluded.begun_at
    where ${jobs.begunAt} <= ${ago(leaseSeconds)}
    returning name`)
  return (result as { rows: unknown[] }).rows.length > 0
}

async function runJob(name: JobName): Promise<void> {
  const startedAt = performance.now()
  try {
    const isComplete = await withSpan(`job ${name}`, {}, runners[name])
    const ms = performance.now() - startedAt
    if (isComplete) {
      const db = await database()
      await db
        .update(jobs)
        .set({ begunAt: ago(ms / 1000) })
        .where(eq(jobs.name, name))
    }
    countJob(name, isComplete ? 'done' : 'failed')
    log().info({ job: name, ms: Math.round(ms), complete: isComplete }, 'job done')
  } catch (err) {
    countJob(name, 'failed')
    log().error({ job: name, err }, 'job failed; it will be retried')
  }
}

/** Never throws. Returns the names of the jobs that ran. */
export async function runDueJobs(): Promise<string[]> {
  const ranJobs: string[] = []
  try {
    await ensureRows()
    for (const name of names) {
      if (isShuttingDown() || !(await acquireLease(name))) continue
      await runJob(name)
      ranJobs.push(name)
    }
  } catch (err) {
    log().error({ err }, 'due jobs could not be read; retrying in a few minutes')
  }
  return ranJobs
}

export function startJobs(): void {
  const run = () => void trackWork(runDueJobs())
  setTimeout(run, minuteMs).unref()
  setInterval(run, 5 * minuteMs).unref()
}
