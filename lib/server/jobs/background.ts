import 'server-only'
import { env } from '@/lib/env'
import { FolderInUse } from '@/lib/folder-lock'
import { startBuildFiles } from '@/lib/server/build-files'
import { start as startContactMessages } from '@/lib/server/contact/contact-emails'
import { database } from '@/lib/server/db/client'
import { startJobs } from './jobs'
import { startLetters } from '@/lib/server/email/emails'
import { log } from '@/lib/server/observability/log'
import { mailIsOn } from '@/lib/server/email/mailer'

/**
 * Opens the database, so that the first who need it do not wait; then sends the letters that were left and looks for
 * jobs that are due. A database that cannot be reached yet is no reason to end: public pages need none, and every call
 * tries again.
 * @param refuse ends the process, with sentences that a person can act on
 */
export function startBackground(refuse: (problems: string[]) => never): void {
  const opened = database().catch((error: Error) => {
    if (error.cause instanceof FolderInUse) refuse([error.cause.message])
    log().error({ err: error }, 'the database cannot be opened yet')
  })
  void opened.finally(() => {
    // Of a build over Postgres others are told before it answers (`start.ts`).
    if (!env().databaseUrl) void startBuildFiles()
    if (!mailIsOn()) log().info('mail is off (SMTP_URL): contact messages stay in the database')
    startContactMessages()
    startLetters()
    startJobs()
  })
}
