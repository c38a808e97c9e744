/** Runs jobs on request, for hosts that freeze a process between requests. */
import 'server-only'
import type { DueWork } from '@/lib/contract/due-work'
import '@/lib/server/billing/email-queue'
import { deliverContactMessages } from '@/lib/server/contact/contact-emails'
import { deliverPlanEmails } from '@/lib/server/email/plan-emails'
import { isMailOn } from '@/lib/server/email/outbox'
import { trackWork } from '@/lib/server/process-state'
import { runDueJobs } from './jobs'

async function run(): Promise<DueWork> {
  const jobs = await runDueJobs()
  await Promise.all([deliverContactMessages(), deliverPlanEmails()])
  return { jobs, emails: isMailOn() ? 'sent' : 'off' }
}

let running: Promise<DueWork> | undefined

/** Runs due jobs and sends waiting emails. Calls during a run share its result, and send what has become due since. */
export async function runDueWork(): Promise<DueWork> {
  if (running) {
    const result = await running
    await deliverPlanEmails()
    return result
  }
  running = trackWork(run()).finally(() => (running = undefined))
  return running
}
