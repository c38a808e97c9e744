import { request } from 'node:http'
import { runInNewContext } from 'node:vm'
import Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { emailFor, siteLink } from '@/local/inbox/identity-mail'
import type { Message } from '@/local/inbox/messages'
import { controlNames } from '@/local/vendors/billing'
import { listen } from '@/tests/setup/listen'
import { startStandIns } from './stand-ins'

/** An identity emulator that knows two codes. */
function startEmulator() {
  const codes = {
    oobCodes: [
      {
        email: 'ada@example.com',
        oobCode: 'abc',
        requestType: 'EMAIL_SIGNIN',
        oobLink:
          'http://127.0.0.1:9099/emulator/action?mode=signIn&lang=en&oobCode=abc&apiKey=fake&continueUrl=http%3A%2F%2Flocalhost%3A3000%2Fauth%3Fx%3D1',
      },
    ],
    verificationCodes: [{ code: '123456', phoneNumber: '+15550100', sessionInfo: 's'.repeat(226) }],
  }
  return listen((request, response) => {
    const known = request.url?.startsWith('/emulator/v1/projects/demo-unhurried/')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(codes))
  })
}

const emulator = await startEmulator()
const standIns = await startStandIns({ identityAddress: emulator.url })
afterAll(async () => {
  await standIns.close()
  await emulator.close()
})

const inbox = async () => (await (await fetch(`${standIns.base}/inbox.json`)).json()) as Message[]
const requests = async (query = '') =>
  ((await (await fetch(`${standIns.base}/requests${query}`)).json()) as { requests: Record<string, unknown>[] })
    .requests

describe('inbox', () => {
  const link =
    'http://localhost:3000/auth?mode=signIn&oobCode=abc&apiKey=fake&lang=en&continueUrl=http%3A%2F%2Flocalhost%3A3000%2Fauth%3Fx%3D1'

  test('shows the emulator’s codes once, as the user gets them', async () => {
    const messages = await inbox()
    expect(messages).toHaveLength(2)
    const mail = messages.find(({ kind }) => kind === 'email')
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Sign in to Unhurried', links: [link] })
    const sms = messages.find(({ kind }) => kind === 'sms')
    expect(sms).toMatchObject({ to: '+15550100', links: [] })
    expect(sms?.text).toMatch(/\b123456\b/)
    expect(await inbox()).toEqual(messages)
    standIns.restart()
    expect(await inbox()).toEqual(messages)
  })

  test('shows messages with links', async () => {
    const text = await (await fetch(`${standIns.base}/inbox`)).text()
    expect(text).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`)
    expect(text).not.toContain('127.0.0.1')
  })

  test.each([
    ['PASSWORD_RESET', 'resetPassword', 'Choose a new password for Unhurried'],
    ['VERIFY_EMAIL', 'verifyEmail', 'Confirm your email address for Unhurried'],
    ['RECOVER_EMAIL', 'recoverEmail', 'Your email address at Unhurried was changed'],
  ])('%s', (requestType, mode, subject) => {
    const oobLink = `http://127.0.0.1:9099/emulator/action?mode=${mode}&lang=en&oobCode=c&apiKey=k&newPassword=x`
    const letter = emailFor({ email: 'a@example.com', oobCode: 'c', oobLink, requestType }, 'http://localhost:3000')
    expect(letter.subject).toBe(subject)
    expect(letter.text).toContain(`http://localhost:3000/auth?mode=${mode}&oobCode=c&apiKey=k&lang=en`)
    expect(siteLink(oobLink, 'http://localhost:3100')).not.toContain('newPassword')
  })
})

describe('the front page', () => {
  test('explains every control and lists running plans', async () => {
    const customer = await standIns.stripe.customers.create({ email: 'ada@example.com' })
    const session = await standIns.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: 'price_monthly_usd', quantity: 1 }],
      success_url: 'http://localhost:3000/done',
    })
    await standIns.press(session.url ?? '', 'pay')
    const { data } = await standIns.stripe.subscriptions.list({ customer: customer.id })
    const text = await (await fetch(standIns.base)).text()
    expect(text).toMatch(new RegExp(`<code>${data[0]?.id}</code> of ada@example.com`))
    for (const name of [...controlNames.stripe, ...controlNames.chargebee, 'delete-customer']) {
      expect(text).toMatch(new RegExp(`<code>${name}</code>: \\w`))
    }
  })
})

describe('faults', () => {
  const arm = (fault: object) => standIns.post('/faults', fault)
  const ask = () => standIns.stripe.prices.retrieve('price_monthly_usd')

  test('answer the next calls with the status, then stop', async () => {
    await arm({ vendor: 'stripe', status: 500, times: 2 })
    await expect(ask()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError)
    await expect(ask()).rejects.toMatchObject({ statusCode: 500 })
    expect((await ask()).id).toBe('price_monthly_usd')
  })

  test('affect one vendor only', async () => {
    await arm({ vendor: 'chargebee', status: 503, times: 1 })
    expect((await ask()).id).toBe('price_monthly_usd')
    await expect(standIns.chargebee.itemPrice.list()).rejects.toMatchObject({ http_status_code: 503 })
  })

  test('drop connections', async () => {
    // The SDK retries once if a reused connection is closed.
    await arm({ vendor: 'stripe', drop: true, times: 2 })
    await expect(ask()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
  })

  test.each([{}, { status: null, delayMs: null }])('are cleared by zero times: %j', async (rest) => {
    await arm({ vendor: 'stripe', status: 500, times: 5 })
    expect((await arm({ vendor: 'stripe', times: 0, ...rest })).status).toBe(200)
    expect((await ask()).id).toBe('price_monthly_usd')
  })

  test('are shown and set by a form', async () => {
    const form = new URLSearchParams({ vendor: 'notion', status: '429', delayMs: '', times: '3' })
    const answer = await fetch(`${standIns.base}/faults`, { method: 'POST', body: form, redirect: 'manual' })
    expect(answer.status).toBe(303)
    const shown = await (await fetch(`${standIns.base}/faults`, { headers: { accept: 'text/html' } })).text()
    expect(shown).toContain('429')
    const json = await fetch(`${standIns.base}/faults`, { headers: { accept: 'application/json' } })
    expect(await json.json()).toEqual({ faults: [{ vendor: 'notion', status: 429, delayMs: 0, times: 3 }] })
    await arm({ vendor: 'notion', times: 0 })
  })

  test.each([
    { vendor: 'paypal', status: 500, times: 1 },
    { vendor: 'stripe', status: 600, times: 1 },
    { vendor: 'stripe', status: 'odd', times: 1 },
    { vendor: 'stripe', status: 500, times: -1 },
    { times: 1 },
    { times: 0 },
  ])('reject %j', async (fault) => {
    expect((await arm(fault)).status).toBe(400)
  })
})

describe('requests', () => {
  test('show the requests without secrets', async () => {
    await fetch(`${standIns.base}/requests`, { method: 'DELETE' })
    await standIns.stripe.customers.create({
      email: 'a@example.com',
      metadata: { uid: 'u', api_secret: 'very-secret-thing' },
    })
    await standIns.chargebee.itemPrice.list({ limit: 2 })
    const all = await requests()
    expect(all.map(({ vendor }) => vendor)).toEqual(['stripe', 'chargebee'])
    const [call] = await requests('?vendor=stripe')
    expect(call).toMatchObject({ method: 'POST', path: '/v1/customers', query: {}, body: { metadata: { uid: 'u' } } })
    expect(call?.at).toMatch(/^\d{4}-\d\d-\d\dT/)
    const text = JSON.stringify(all)
    expect(text).not.toContain('sk_test_local')
    expect(text).not.toContain('very-secret-thing')
    expect(text).not.toContain(Buffer.from('test_local:').toString('base64'))
  })
})

describe('third-party scripts', () => {
  test.each(['chat', 'analytics', 'heatmap'])('%s reports that it ran', async (name) => {
    await fetch(`${standIns.base}/requests`, { method: 'DELETE' })
    const answer = await fetch(`${standIns.base}/scripts/${name}.js?page=%2F`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const window: { __unhurriedStub?: object } = { __unhurriedStub: { other: true } }
    runInNewContext(await answer.text(), { window })
    expect(window.__unhurriedStub).toEqual({ other: true, [name]: true })
    expect(await requests('?vendor=scripts')).toMatchObject([{ path: `/scripts/${name}.js`, query: { page: '/' } }])
  })
})

describe('the origin of a change', () => {
  // Node's fetch omits these headers, as browsers do.
  const send = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const { hostname, port } = new URL(standIns.base)
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.end(method === 'POST' ? 'vendor=notion&times=0' : '')
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('rejects %s', async (_, headers) => {
    for (const path of [
      '/faults',
      '/FAULTS/',
      '/stripe/control/settle',
      '/chargebee/control/x',
      '/notion/control/edit',
    ])
      expect([path, await send('POST', path, { ...form, ...headers })]).toEqual([path, 403])
    expect(await send('DELETE', '/requests', headers)).toBe(403)
  })

  test.each<[string, Record<string, string>]>([
    ['the stand-ins’ origin', { origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    ['the site’s', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['a numeric host', { origin: 'http://127.0.0.1:3000' }],
    ['nobody’s', {}],
  ])('accepts %s', async (_, headers) => {
    expect(await send('POST', '/faults', { ...form, ...headers })).toBe(303)
    expect(await send('DELETE', '/requests', headers)).toBe(200)
  })
})
