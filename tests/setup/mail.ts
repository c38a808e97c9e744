import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Message } from '@/local/inbox/messages'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'

/** Starts a mail server whose emails arrive in an array. Call it before the stage, so that it closes last. */
export async function startMail() {
  const emails: Omit<Message, 'links' | 'at'>[] = []
  const faults = createFaults()
  const server = mailServer({ faults, mail: (email) => void emails.push(email) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { emails, faults, url: `smtp://127.0.0.1:${port}` }
}
