import { describe, expect, test } from 'vitest'
import { POST } from '@/app/api/contact/route'
import words from '@/messages/en/contactForm.json'
import { call, engine, origin } from '@/tests/setup/stage'
import { withoutDatabase } from '@/tests/setup/without-database'
import { emails, eventually, newMessage, send, codeOf, stored, rowOf } from './contact-server'

describe('a message', () => {
  test('is stored before the answer and mailed with a reply address', async () => {
    const message = newMessage({ name: 'Zoë “Z” Ångström', message: 'One\r\n\r\nTwo' })
    const response = await send(message)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ received: true })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await rowOf(message.email)).toMatchObject([{ name: 'Zoë “Z” Ångström', message: 'One\n\nTwo' }])
    await eventually(() => expect(emails).toHaveLength(1))
    expect(emails[0]).toMatchObject({
      to: 'team@unhurried.example',
      subject: 'Contact form: Zoë “Z” Ångström',
      replyTo: message.email,
      text: expect.stringMatching(/Name: Zoë “Z” Ångström\nEmail: ada-\d+@people\.example\n\nOne\n\nTwo/),
    })
    await eventually(async () => expect((await rowOf(message.email))[0]?.mailedAt).toBeInstanceOf(Date))
  })

  test('stores the same message once a day', async () => {
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
    ['more than 64 KB', { raw: JSON.stringify({ message: 'x'.repeat(66_000) }) }, 413, 'too-large'],
  ])('%s', async (_, options, status, code) => {
    const response = await call(POST, '/contact', options)
    expect(response.status).toBe(status)
    expect(await codeOf(response)).toMatchObject({ code })
  })
})

describe('another website', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['fetch metadata', { origin, 'sec-fetch-site': 'cross-site' }],
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
    ['a resubmitted form', { 'sec-fetch-site': 'none' }],
  ])('accepts the site itself by %s', async (_, headers) => {
    expect((await call(POST, '/contact', { body: newMessage(), headers })).status).toBe(200)
  })
})

describe('a form without script', () => {
  const form = (fields: object) =>
    call(POST, '/contact', {
      raw: new URLSearchParams(fields as Record<string, string>).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('is redirected to the confirmation in its language', async () => {
    const message = newMessage({ message: 'Grüße + & =', locale: 'es' })
    const response = await form(message)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/es/contact#received')
    expect(await rowOf(message.email)).toMatchObject([{ message: 'Grüße + & =', locale: 'es' }])
  })

  test('is shown again with its text and problems', async () => {
    const message = '\n<b>It’s</b> & "more"\nthan one line</textarea><script>alert(1)</script>'
    const response = await form({ name: 'Ada "<i>"', email: 'ada@people', message })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const html = await response.text()
    expect(html).toMatch(/<title>We couldn’t send your message · Unhurried<\/title>/)
    expect(html).toContain('<form method="post" action="/api/contact">')
    expect(html).toContain('value="Ada &quot;&lt;i&gt;&quot;"')
    expect(html).toContain('aria-invalid="true" aria-describedby="email-error" type="email"')
    expect(html).toContain(`<p id="email-error">${words.email.invalid}</p>`)
    expect(html).not.toContain('name-error')
    expect(html).toContain(
      'rows="8">\n\n&lt;b&gt;It’s&lt;/b&gt; &amp; &quot;more&quot;\nthan one line&lt;/textarea&gt;&lt;script&gt;',
    )
    expect(html).not.toContain('<script')
    expect(html).toContain('mailto:')
  })

  test('explains a message that is too large', async () => {
    const response = await form({ name: 'Ada', email: 'ada@people.example', message: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    const html = await response.text()
    expect(html).toContain(words.tooLarge)
    expect(html).not.toContain('<form')
  })

  test('is shown again over the limit, and a second press sends it', async () => {
    const { email } = newMessage()
    for (let n = 0; n < 10; n++) await send(newMessage({ email }))
    const eleventh = newMessage({ email, message: 'The eleventh' })
    const response = await form(eleventh)
    expect(response.status).toBe(429)
    const html = await response.text()
    expect(html).toContain(words.pressAgain.title)
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

test.runIf(engine === 'postgres')('answers 503 without the database, also to a form', async () => {
  const message = newMessage()
  await withoutDatabase(async () => {
    const response = await call(POST, '/contact', { body: message })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).not.toBeNull()
    const form = await call(POST, '/contact', {
      raw: new URLSearchParams(message).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(503)
    expect(form.headers.get('retry-after')).toBe('5')
    expect(await form.text()).toContain(`\n${message.message}</textarea>`)
  })
  expect((await call(POST, '/contact', { body: message })).status).toBe(200)
})
