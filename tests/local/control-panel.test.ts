import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { emailFor, siteLink } from '@/local/inbox/identity-mail'
import type { Message } from '@/local/inbox/messages'
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

  test('previews every email with sample data', async () => {
    const text = await (await fetch(`${standIns.base}/inbox/previews`)).text()
    for (const subject of ['Your Unhurried plan has started', 'Sign in to Unhurried', 'Contact form: Ada'])
      expect(text).toContain(`<h2>${subject}</h2>`)
    expect(text).toMatch(/<iframe sandbox title="Your Unhurried plan has started" srcdoc="&lt;!doctype html&gt;/)
    expect(text).not.toMatch(/undefined|NaN|Invalid Date/)
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

describe('the origin of a change', () => {
  // Node's fetch omits these headers, as browsers do.
  const send = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const { hostname, port } = new URL(standIns.base)
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.end(method === 'POST' ? '{"vendor":"notion","times":0}' : '')
    })
  const json = { 'content-type': 'application/json' }

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
      expect([path, await send('POST', path, { ...json, ...headers })]).toEqual([path, 403])
    expect(await send('DELETE', '/requests', headers)).toBe(403)
  })

  test.each<[string, Record<string, string>]>([
    ['the stand-ins’ origin', { origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    ['the site’s', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['a numeric host', { origin: 'http://127.0.0.1:3000' }],
    ['nobody’s', {}],
  ])('accepts %s', async (_, headers) => {
    expect(await send('POST', '/faults', { ...json, ...headers })).toBe(200)
    expect(await send('DELETE', '/requests', headers)).toBe(200)
  })
})
