import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET, POST } from '@/app/api/contact/route'
import { fieldSentence, pressAgain, unread } from '@/lib/contract/contact-words'
import { seedOf, trySolve, type Challenge } from '@/lib/contract/proof'
import type { Message } from '@/local/inbox/messages'
import { mailServer } from '@/local/inbox/smtp'
import { createFaults } from '@/local/vendors/faults'
import { misleadingHeaders } from '@/tests/hostile/headers'
import { call, engine, origin, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/process-state'

type Mail = Omit<Message, 'links' | 'at'>

const letters: Mail[] = []
const faults = createFaults()
const post = mailServer({ faults, mail: (letter) => void letters.push(letter) })
await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
const { port } = post.server.address() as AddressInfo
const world = await stage({ SMTP_URL: `smtp://127.0.0.1:${port}`, CONTACT_EMAIL: 'team@unhurried.example' })
await (await import('@/lib/server/db/client')).database()
afterAll(async () => {
  await (await import('@/lib/server/contact/contact-emails')).deliver()
  await world.close()
  await new Promise<void>((resolve) => post.close(resolve))
})
beforeEach(async () => {
  const { deliver } = await import('@/lib/server/contact/contact-emails')
  faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
  await deliver()
  // Sends what waits for the digest.
  await minutesPass(60)
  await deliver()
  await minutesPass(60)
  await forgetCounts()
  letters.length = 0
})

/** Resets the number of messages allowed without a proof. */
async function forgetCounts() {
  const { database } = await import('@/lib/server/db/client')
  const { rateLimits } = await import('@/lib/server/db/schema')
  await (await database()).delete(rateLimits)
  replaceProcessState('limiters')
}

/** Moves all sent messages into the past. */
async function minutesPass(minutes: number) {
  const { database } = await import('@/lib/server/db/client')
  await (
    await database()
  ).execute(sql`update contact_messages set mailed_at = mailed_at - make_interval(mins => ${minutes}::int)`)
}

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })

let people = 0
const newMessage = (change: object = {}) => {
  const n = ++people
  return { name: 'Ada', email: `ada-${n}@people.example`, message: `Hello number ${n}`, ...change }
}
const send = (body: object) => call(POST, '/contact', { body })
const codeOf = async (response: Response) => (await response.json()).error

async function stored() {
  const { database } = await import('@/lib/server/db/client')
  const { contactMessages } = await import('@/lib/server/db/schema')
  return (await database()).select().from(contactMessages)
}
const rowOf = async (email: string) => (await stored()).filter((row) => row.email === email)

describe('a message', () => {
  test('names the configured site, whatever the Host header is', async () => {
    // Another site's page is refused by its origin.
    const { origin: _, ...rest } = misleadingHeaders
    const headers = Object.assign({}, ...Object.values(rest)) as Record<string, string>
    const message = newMessage()
    const response = await POST(
      new Request('http://evil.test/api/contact', { method: 'POST', headers, body: JSON.stringify(message) }),
    )
    expect(response.status).toBe(200)
    await soon(() => expect(letters).toHaveLength(1))
    expect(letters[0]?.text).toContain(`Sent from ${origin}/contact on `)
    expect(JSON.stringify(letters)).not.toContain('evil.test')
  })

  test('is stored before the answer and mailed with a reply address', async () => {
    const message = newMessage({ name: 'Zoë “Z” Ångström', message: 'One\r\n\r\nTwo' })
    const response = await send(message)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ received: true })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await rowOf(message.email)).toMatchObject([{ name: 'Zoë “Z” Ångström', message: 'One\n\nTwo' }])
    await soon(() => expect(letters).toHaveLength(1))
    expect(letters[0]).toMatchObject({
      to: 'team@unhurried.example',
      subject: 'Contact form: Zoë “Z” Ångström',
      replyTo: message.email,
      text: expect.stringMatching(/Name: Zoë “Z” Ångström\nEmail: ada-\d+@people\.example\n\nOne\n\nTwo/),
    })
    await soon(async () => expect((await rowOf(message.email))[0]?.mailedAt).toBeInstanceOf(Date))
  })

  test('stores the same words once a day', async () => {
    const message = newMessage()
    const answers = await Promise.all([send(message), send(message), send({ ...message, name: ' Ada ' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await rowOf(message.email)).toHaveLength(1)
  })

  test('names invalid fields, and stores nothing', async () => {
    const before = (await stored()).length
    const response = await send({ name: 'Ada\r\nBcc: x@y.example', email: 'nobody' })
    expect(response.status).toBe(400)
    expect(await codeOf(response)).toMatchObject({
      code: 'invalid-request',
      fields: { name: 'invalid', email: 'invalid-email', message: 'required' },
    })
    expect(await stored()).toHaveLength(before)
  })

  test.each([
    ['not JSON', { raw: 'name=Ada' }, 400, 'invalid-request'],
    ['a list', { raw: '[]' }, 400, 'invalid-request'],
    ['nothing', { method: 'POST' }, 400, 'invalid-request'],
    ['more than 64 KB', { raw: JSON.stringify({ message: 'x'.repeat(66_000) }) }, 413, 'too-large'],
  ])('%s', async (_, options, status, code) => {
    const response = await call(POST, '/contact', options)
    expect(response.status).toBe(status)
    expect(await codeOf(response)).toMatchObject({ code })
  })

  test('another method is refused', async () => {
    expect((await call(GET, '/contact')).status).toBe(405)
  })
})

describe('limits', () => {
  test('allows ten an hour per address in any spelling', async () => {
    const email = 'often@people.example'
    const say = (n: number, change: object = {}) => send({ name: 'Ada', email, message: `Number ${n}`, ...change })
    for (let n = 0; n < 5; n++) expect((await say(n, { name: '' })).status).toBe(400)
    for (let n = 0; n < 10; n++) expect((await say(n, n % 2 ? { email: 'OFTEN@People.example' } : {})).status).toBe(200)
    const refused = await say(10)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await codeOf(refused)).toMatchObject({ code: 'too-many-requests' })
    expect((await send(newMessage())).status).toBe(200)
  })

  test('counts the longest address', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(63)}.en`
    expect((await send(newMessage({ email }))).status).toBe(200)
  })
})

/** Does the work that a refusal asks for, as the page does. */
const solved = ({ token, bits }: Challenge) => `${token}.${trySolve(seedOf(token), bits, 0, 1e8)}`

describe('while many messages come', () => {
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
    expect((await send({ ...mine, proof: solved(challenge) })).status).toBe(200)
    expect((await rowOf(email)).map(({ message }) => message)).toContain('It is me.')
  })

  test.each([
    ['for another message', (proof: string) => ({ proof, message: 'Another' })],
    ['for another address', (proof: string) => ({ proof, email: 'else@people.example' })],
    ['of another number', (proof: string) => ({ proof: `${proof.slice(0, proof.lastIndexOf('.'))}.1` })],
    ['of less work', (proof: string) => ({ proof: proof.replace(/^(\d+)\.\d+/, '$1.1') })],
    ['of another time', (proof: string) => ({ proof: proof.replace(/^\d+/, String(Date.now() + 5)) })],
    ['that is none', () => ({ proof: 'x'.repeat(5000) })],
    ['that is a number', () => ({ proof: 7 })],
    ['that is the form’s token', (proof: string) => ({ token: proof.slice(0, proof.lastIndexOf('.')) })],
  ])('rejects a proof %s', async (_, change) => {
    const { rates, spend } = await import('@/lib/server/http/limits')
    for (let n = 0; n <= rates.contactAll.points; n++) await spend('contactAll', 'everybody').catch(() => {})
    const mine = newMessage()
    const { challenge } = await codeOf(await send(mine))
    expect((await send({ ...mine, ...change(solved(challenge)) })).status).toBe(429)
    expect((await send({ ...mine, proof: solved(challenge) })).status).toBe(200)
  })

  test('mails a flood as a few messages and one digest', async () => {
    const { env } = await import('@/lib/env')
    const { deliver } = await import('@/lib/server/contact/contact-emails')
    const { smtpUrl } = env()
    await flood(5)
    await deliver()
    expect(letters).toHaveLength(5)
    // All messages arrive before the next attempt.
    env().smtpUrl = null
    expect(new Set(await flood(80))).toEqual(new Set([200, 429]))
    const mine = newMessage({ name: 'Genuine' })
    const { challenge } = await codeOf(await send(mine))
    expect((await send({ ...mine, proof: solved(challenge) })).status).toBe(200)
    env().smtpUrl = smtpUrl
    const waiting = (await stored()).filter(({ mailedAt }) => mailedAt === null)
    await deliver()
    expect(letters).toHaveLength(5)
    await minutesPass(6)
    await deliver()
    await deliver()
    expect(letters).toHaveLength(6)
    const digest = letters.at(-1)
    expect(digest?.subject).toBe(`Contact form: ${waiting.length} messages`)
    expect(waiting.filter(({ message }) => !digest?.text.includes(message))).toEqual([])
    expect(digest?.text).toContain(`Genuine <${mine.email}>`)
    expect((await stored()).filter(({ mailedAt }) => mailedAt === null)).toEqual([])
  })

  test('shortens long messages in a digest, and counts the rest', async () => {
    const { env } = await import('@/lib/env')
    const { deliver } = await import('@/lib/server/contact/contact-emails')
    const { database } = await import('@/lib/server/db/client')
    const { contactMessages } = await import('@/lib/server/db/schema')
    const rows = Array.from({ length: 1500 }, (_, n) => {
      const { name, email } = newMessage()
      return { id: `big-${n}`, digest: `big-${n}`, name, email, message: `${n} ${'ä'.repeat(4900)}` }
    })
    await (await database()).insert(contactMessages).values(rows)
    expect(env().smtpUrl).not.toBeNull()
    await deliver()
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toMatch(/\d+ more didn’t fit here/)
    expect(Buffer.byteLength(letters[0]?.text ?? '')).toBeLessThan(500_000)
  })

  test('limits each client that a trusted proxy names', async () => {
    const { env } = await import('@/lib/env')
    const sendFrom = (address: string, header = 'x-real-ip') =>
      call(POST, '/contact', { body: newMessage(), headers: { [header]: address } })
    for (let n = 0; n < 12; n++) expect((await sendFrom('203.0.113.9')).status).toBe(200)
    env().clientAddressHeader = 'x-real-ip'
    for (let n = 0; n < 10; n++) expect((await sendFrom(`spoofed, 203.0.113.9`)).status).toBe(200)
    expect((await sendFrom('203.0.113.9')).status).toBe(429)
    expect((await sendFrom('203.0.113.10', 'x-forwarded-for')).status).toBe(200)
    expect((await sendFrom('203.0.113.10')).status).toBe(200)
    env().clientAddressHeader = null
  })
})

describe('another website', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['what a browser says', { origin, 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
  ])('is refused by %s, as a form and as JSON', async (_, headers) => {
    const message = newMessage()
    const response = await call(POST, '/contact', {
      raw: new URLSearchParams(message).toString(),
      headers: { ...headers, ...form },
    })
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('sent from another website')
    expect(html).not.toContain(message.message)
    const json = await call(POST, '/contact', { body: message, headers })
    expect([json.status, (await codeOf(json)).code]).toEqual([403, 'forbidden'])
    expect(await rowOf(message.email)).toEqual([])
  })

  test.each([
    ['its origin', { origin }],
    ['what a browser says', { origin, 'sec-fetch-site': 'same-origin' }],
    ['a form that is sent again', { 'sec-fetch-site': 'none' }],
  ])('the site itself is known by %s', async (_, headers) => {
    expect((await call(POST, '/contact', { body: newMessage(), headers })).status).toBe(200)
  })
})

describe('a form without script', () => {
  const form = (fields: object) =>
    call(POST, '/contact', {
      raw: new URLSearchParams(fields as Record<string, string>).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('is redirected to the confirmation', async () => {
    const message = newMessage({ message: 'Grüße + & =' })
    const response = await form(message)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/contact#received')
    expect(await rowOf(message.email)).toMatchObject([{ message: 'Grüße + & =' }])
  })

  test('is shown again with its words and the problems', async () => {
    const message = '\n<b>It’s</b> & "more"\nthan one line</textarea><script>alert(1)</script>'
    const response = await form({ name: 'Ada "<i>"', email: 'ada@people', message })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toMatch(/<title>We couldn’t take your message · Unhurried<\/title>/)
    expect(html).toContain('<form method="post" action="/api/contact">')
    expect(html).toContain('value="Ada &quot;&lt;i&gt;&quot;"')
    expect(html).toContain('aria-invalid="true" aria-describedby="email-error" type="email"')
    expect(html).toContain(`<p id="email-error">${fieldSentence('email', 'invalid-email')}</p>`)
    expect(html).not.toContain('name-error')
    expect(html).toContain(
      'rows="8">\n\n&lt;b&gt;It’s&lt;/b&gt; &amp; &quot;more&quot;\nthan one line&lt;/textarea&gt;&lt;script&gt;',
    )
    expect(html).not.toContain('<script')
    expect(html).toContain('mailto:')
  })

  test('that is too large can be sent again', async () => {
    const response = await form({ name: 'Ada', email: 'ada@people.example', message: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    const html = await response.text()
    expect(html).toContain(unread.text)
    expect(html).not.toContain('<form')
  })

  test('over the limit is shown again, and a second press sends it', async () => {
    const { email } = newMessage()
    for (let n = 0; n < 10; n++) await send(newMessage({ email }))
    const eleventh = newMessage({ email, message: 'The eleventh' })
    const response = await form(eleventh)
    expect(response.status).toBe(429)
    const html = await response.text()
    expect(html).toContain(pressAgain.title)
    expect(html).toContain('\nThe eleventh</textarea>')
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(html) ?? []
    const began = performance.now()
    const second = await form({ ...eleventh, token })
    expect([second.status, second.headers.get('location')]).toEqual([303, '/contact#received'])
    // No reader is faster than this.
    expect(performance.now() - began).toBeGreaterThan(2000)
    expect((await rowOf(email)).map(({ message }) => message)).toContain('The eleventh')
    // The token is bound to its message, so another message needs a new one.
    const changed = await form({ ...eleventh, message: 'The twelfth', token })
    expect(changed.status).toBe(429)
    expect(await changed.text()).toContain('\nThe twelfth</textarea>')
  })
})

describe('emails that could not be sent', () => {
  test('are sent with the next message, once each', async () => {
    faults.arm({ vendor: 'mail', status: 503, times: 2, delayMs: 0 })
    const [first, second] = [newMessage(), newMessage()]
    expect((await send(first)).status).toBe(200)
    await soon(async () => expect((await rowOf(first.email))[0]?.attempts).toBe(1))
    expect((await rowOf(first.email))[0]?.mailedAt).toBeNull()
    faults.arm({ vendor: 'mail', times: 0, delayMs: 0 })
    await send(second)
    await soon(() => expect(letters).toHaveLength(2))
    expect(letters.map(({ replyTo }) => replyTo).toSorted()).toEqual([first.email, second.email].toSorted())
  })

  test('do not delay answers while the mail server is slow', async () => {
    faults.arm({ vendor: 'mail', times: 1, delayMs: 3000 })
    expect((await send(newMessage())).status).toBe(200)
    expect(letters).toEqual([])
    await soon(() => expect(letters).toHaveLength(1))
  })

  test('are claimed once by concurrent senders', async () => {
    const { env } = await import('@/lib/env')
    const { claim, deliver } = await import('@/lib/server/contact/contact-emails')
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
    expect(letters).toEqual([])
  })

  test('are sent once by two concurrent processes', async () => {
    const { env } = await import('@/lib/env')
    const { deliver } = await import('@/lib/server/contact/contact-emails')
    const { smtpUrl } = env()
    env().smtpUrl = null
    const messages = Array.from({ length: 8 }, () => newMessage())
    for (const message of messages) await send(message)
    env().smtpUrl = smtpUrl
    // A second copy of the modules shares only the database.
    vi.resetModules()
    const other = await import('@/lib/server/contact/contact-emails')
    expect(other.deliver).not.toBe(deliver)
    await Promise.all([deliver(), other.deliver()])
    expect(letters.map(({ replyTo }) => replyTo).toSorted()).toEqual(messages.map(({ email }) => email).toSorted())
  })
})

test.runIf(engine === 'postgres')('without the database: 503, also for a form', async () => {
  const { POST: again } = await import('@/app/api/contact/route')
  const { env } = await import('@/lib/env')
  const { closeDatabase } = await import('@/lib/server/db/client')
  const settings = env()
  const right = settings.databaseUrl
  await closeDatabase()
  settings.databaseUrl = 'postgres://postgres@127.0.0.1:1/none'
  const message = newMessage()
  const response = await call(again, '/contact', { body: message })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).not.toBeNull()
  const form = await call(again, '/contact', {
    raw: new URLSearchParams(message).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.status).toBe(503)
  expect(form.headers.get('retry-after')).toBe('5')
  expect(await form.text()).toContain(`\n${message.message}</textarea>`)
  settings.databaseUrl = right
  expect((await call(again, '/contact', { body: message })).status).toBe(200)
})

test('counts a flood together, without a counter per invented address', async () => {
  const { rates, spend } = await import('@/lib/server/http/limits')
  await Promise.all(
    Array.from({ length: rates.contactAll.points }, () => spend('contactAll', 'everybody').catch(() => {})),
  )
  const { email } = newMessage()
  const say = (n: number) => send(newMessage({ email, message: `Number ${n}` }))
  for (let n = 0; n < 3; n++) expect((await say(n)).status).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  // Refused messages were not counted for the address.
  for (let n = 0; n < 10; n++) expect((await say(n)).status).toBe(200)
  expect((await say(10)).status).toBe(429)
  vi.useRealTimers()
})
