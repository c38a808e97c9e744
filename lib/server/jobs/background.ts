import 'server-only'
import type { DueWork } from '@/lib/contract/operations'
import { FolderInUse } from '@/lib/server/db/file-lock'
import '@/lib/server/billing/email-queue'
import { deliverContactMessages, startContactMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { deliverPlanEmails, startPlanEmails } from '@/lib/server/email/plan-emails'
import { isMailOn } from '@/lib/server/email/outbox'
import { log } from '@/lib/server/observability/log'
import { trackWork } from '@/lib/server/process-state'
import { runDueJobs, startJobs } from './jobs'

/** Starts jobs. Without a database the process continues, because public pages need none. */
export function startBackground(exitWith: (problems: string[]) => never): void {
  const opened = database().catch((error: Error) => {
    if (error.cause instanceof FolderInUse) exitWith([error.cause.message])
    log().error({ err: error }, 'the database cannot be opened yet')
  })
  void opened.finally(() => {
    // With Postgres, `start.ts` has done this already.
    if (!isMailOn()) log().info('mail is off (SMTP_URL): contact messages stay in the database')
    startContactMessages()
    startPlanEmails()
    startJobs()
  })
}

/** Runs due jobs and sends waiting emails on request, for hosts that freeze a process between requests. */
export async function runDueWork(): Promise<DueWork> {
  const jobs = await trackWork(runDueJobs())
  await Promise.all([deliverContactMessages(), deliverPlanEmails()])
  return { jobs, emails: isMailOn() ? 'sent' : 'off' }
}
