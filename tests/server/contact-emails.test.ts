import { describe, expect, test, vi } from 'vitest'
import { emails, faults, soon, newMessage, send, rowOf } from './contact-server'

describe('emails that could not be sent', () => {
  test('are sent with the next message, once each', async () => {
    faults.arm({ vendor: 'mail', status: 503, times: 2, delayMs: 0 })
    const [first, second] = [newMessage(), newMessage()]
    expect((await send(first)).status).toBe(200)
    await soon(async () => expect((await rowOf(first.email))[0]?.attempts).toBe(1))
    expect((await rowOf(first.email))[0]?.mailedAt).toBeNull()
    faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
    await send(second)
    await soon(() => expect(emails).toHaveLength(2))
    expect(emails.map(({ replyTo }) => replyTo).toSorted()).toEqual([first.email, second.email].toSorted())
  })

  test('do not delay answers while the mail server is slow', async () => {
    faults.arm({ vendor: 'mail', times: 1, delayMs: 3000 })
    expect((await send(newMessage())).status).toBe(200)
    expect(emails).toEqual([])
    await soon(() => expect(emails).toHaveLength(1))
  })

  test('are claimed once by concurrent senders', async () => {
    const { env } = await import('@/lib/env')
    const { claimContactMessages: claim, deliverContactMessages: deliver } =
      await import('@/lib/server/contact/contact-emails')
    await deliver()
    const { smtpUrl } = env()
    env().smtpUrl = null
    const messages = Array.from({ length: 6 }, () => newMessage())
    for (const message of messages) await send(message)
    env().smtpUrl = smtpUrl
    const taken = await Promise.all(Array.from({ length: 9 }, () => claim([])))
    const ids = taken.flatMap((row) => (row ? [row.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
    // Concurrent workers skip a row that another one has locked.
    while (ids.length < 6) ids.push((await claim([]))?.id ?? 'none was left')
    expect(new Set(ids).size).toBe(6)
    expect(ids).not.toContain('none was left')
    expect(await claim([])).toBeUndefined()
    await deliver()
    expect(emails).toEqual([])
  })

  test('are sent once by two concurrent processes', async () => {
    const { env } = await import('@/lib/env')
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
