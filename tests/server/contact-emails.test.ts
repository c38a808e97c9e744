import { describe, expect, test, vi } from 'vitest'
import { env } from '@/lib/env'
import { emails, faults, eventually, newMessage, send, rowOf } from './contact-server'

describe('emails that could not be sent', () => {
  test('are sent with the next message, once each', async () => {
    faults.arm({ vendor: 'mail', status: 503, times: 2, delayMs: 0 })
    const [first, second] = [newMessage(), newMessage()]
    expect((await send(first)).status).toBe(200)
    await eventually(async () => expect((await rowOf(first.email))[0]?.attempts).toBe(1))
    expect((await rowOf(first.email))[0]?.mailedAt).toBeNull()
    faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
    await send(second)
    await eventually(() => expect(emails).toHaveLength(2))
    expect(emails.map(({ replyTo }) => replyTo).toSorted()).toEqual([first.email, second.email].toSorted())
  })

  test('do not delay answers while the mail server is slow', async () => {
    faults.arm({ vendor: 'mail', times: 1, delayMs: 3000 })
    expect((await send(newMessage())).status).toBe(200)
    expect(emails).toEqual([])
    await eventually(() => expect(emails).toHaveLength(1))
  })

  test('are sent once by two concurrent processes', async () => {
    const { deliverContactMessages: deliver } = await import('@/lib/server/contact/contact-emails')
    const { smtpUrl } = env()
    env().smtpUrl = null
    const messages = Array.from({ length: 8 }, () => newMessage())
    for (const message of messages) await send(message)
    env().smtpUrl = smtpUrl
    // A second copy of the modules shares only the database.
    vi.resetModules()
    const other = await import('@/lib/server/contact/contact-emails')
    expect(other.deliverContactMessages).not.toBe(deliver)
    await Promise.all([deliver(), other.deliverContactMessages()])
    expect(emails.map(({ replyTo }) => replyTo).toSorted()).toEqual(messages.map(({ email }) => email).toSorted())
  })
})
