import { describe, expect, test } from 'vitest'
import { POST } from '@/app/api/contact/route'
import { solveChallenge } from '@/lib/contract/proof-of-work'
import { env } from '@/lib/env'
import { deliverContactMessages } from '@/lib/server/contact/contact-emails'
import { rates, consumedPoints, consumePoint } from '@/lib/server/http/limits'
import { call } from '@/tests/setup/stage'
import { emails, passMinutes, newMessage, send, codeOf, stored, rowOf } from './contact-server'

describe('limits', () => {
  test('allows ten an hour per address in any spelling', async () => {
    const email = 'often@people.example'
    const sendNumber = (n: number, change: object = {}) =>
      send({ name: 'Ada', email, message: `Number ${n}`, ...change })
    for (let n = 0; n < 5; n++) expect((await sendNumber(n, { name: '' })).status).toBe(400)
    for (let n = 0; n < 10; n++)
      expect((await sendNumber(n, n % 2 ? { email: 'OFTEN@People.example' } : {})).status).toBe(200)
    const refused = await sendNumber(10)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await codeOf(refused)).toMatchObject({ code: 'too-many-requests' })
    expect((await send(newMessage())).status).toBe(200)
  })
})

const sendForm = (values: Record<string, string>) =>
  call(POST, '/contact', {
    raw: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('during a flood of messages', () => {
  const flood = async (count: number, email?: string) => {
    const answers = []
    for (let n = 0; n < count; n++) answers.push((await send(newMessage(email ? { email } : {}))).status)
    return answers
  }

  test('accepts a message with a proof for an address over its limit', async () => {
    const email = 'victim@people.example'
    await flood(10, email)
    const mine = newMessage({ email, message: 'It is me.' })
    const refused = await send(mine)
    expect(refused.status).toBe(429)
    const { challenge } = await codeOf(refused)
    expect((await send({ ...mine, proof: await solveChallenge(challenge) })).status).toBe(200)
    expect((await rowOf(email)).map(({ message }) => message)).toContain('It is me.')
  })

  test.each([
    ['for another message', (proof: string) => ({ proof, message: 'Another' })],
    ['of less work', (proof: string) => ({ proof: proof.replace(/^(\d+)\.\d+/, '$1.1') })],
    ['that is the form’s token', (proof: string) => ({ token: proof.slice(0, proof.lastIndexOf('.')) })],
  ])('rejects a proof %s', async (_, change) => {
    for (let n = 0; n <= rates.contactAll.points; n++) await consumePoint('contactAll', 'everybody').catch(() => {})
    const mine = newMessage()
    const { challenge } = await codeOf(await send(mine))
    expect((await send({ ...mine, ...change(await solveChallenge(challenge)) })).status).toBe(429)
    expect((await send({ ...mine, proof: await solveChallenge(challenge) })).status).toBe(200)
  })

  test('counts a proof once, however often and however fast it is repeated', async () => {
    for (let n = 0; n <= rates.contactAll.points; n++) await consumePoint('contactAll', 'everybody').catch(() => {})
    const mine = newMessage()
    const { challenge } = await codeOf(await send(mine))
    const proof = await solveChallenge(challenge)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send({ ...mine, proof })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await rowOf(mine.email)).toHaveLength(1)
    expect(await consumedPoints('contactProved', 'everybody')).toBe(1)
    expect((await codeOf(await send(newMessage()))).challenge.bits).toBe(challenge.bits)
  })

  test('counts a token of the form without script once', async () => {
    for (let n = 0; n <= rates.contactAll.points; n++) await consumePoint('contactAll', 'everybody').catch(() => {})
    const mine = newMessage()
    const refused = await sendForm(mine)
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await refused.text()) ?? []
    const answers = await Promise.all(Array.from({ length: 30 }, () => sendForm({ ...mine, token })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
    expect(await rowOf(mine.email)).toHaveLength(1)
    expect(await consumedPoints('contactForm', 'everybody')).toBe(1)
  })

  test('mails a flood as a few messages and one digest', async () => {
    const { smtpUrl } = env()
    await flood(5)
    await deliverContactMessages()
    expect(emails).toHaveLength(5)
    // All messages arrive before the next attempt.
    env().smtpUrl = null
    expect(new Set(await flood(80))).toEqual(new Set([200, 429]))
    const mine = newMessage({ name: 'Genuine' })
    const { challenge } = await codeOf(await send(mine))
    expect((await send({ ...mine, proof: await solveChallenge(challenge) })).status).toBe(200)
    env().smtpUrl = smtpUrl
    const waiting = (await stored()).filter(({ mailedAt }) => mailedAt === null)
    await deliverContactMessages()
    expect(emails).toHaveLength(5)
    await passMinutes(6)
    await deliverContactMessages()
    await deliverContactMessages()
    expect(emails).toHaveLength(6)
    const digest = emails.at(-1)
    expect(digest?.subject).toBe(`Contact form: ${waiting.length} messages`)
    expect(waiting.filter(({ message }) => !digest?.text.includes(message))).toEqual([])
    expect(digest?.text).toContain(`Genuine <${mine.email}>`)
    expect((await stored()).filter(({ mailedAt }) => mailedAt === null)).toEqual([])
  })
})

test('asks nothing of other clients while one floods', async () => {
  const sendFrom = async (address: string) =>
    (await call(POST, '/contact', { body: newMessage(), headers: { 'x-real-ip': address } })).status
  env().clientAddressHeader = 'x-real-ip'
  for (let n = 0; n <= rates.contactAll.points; n++)
    expect(await sendFrom('203.0.113.20')).toBe(n < rates.contactClient.points ? 200 : 429)
  expect(await sendFrom('203.0.113.21')).toBe(200)
  env().clientAddressHeader = null
})

test('does not reveal to other clients that the owner of an address has written', async () => {
  const sendFrom = async (address: string, n: number) => {
    const body = { name: 'Ada', email: 'owner@people.example', message: `Number ${n}` }
    return (await call(POST, '/contact', { body, headers: { 'x-real-ip': address } })).status
  }
  env().clientAddressHeader = 'x-real-ip'
  for (let n = 0; n < rates.contact.points; n++) expect(await sendFrom('203.0.113.30', n)).toBe(200)
  expect(await sendFrom('203.0.113.30', rates.contact.points)).toBe(429)
  expect(await sendFrom('203.0.113.31', rates.contact.points)).toBe(200)
  env().clientAddressHeader = null
})
