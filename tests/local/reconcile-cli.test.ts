/** Runs `npm run billing:reconcile` against a scripted site. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReconcileLine, ReconciledPlan } from '@/lib/contract/reconcile'
import { writeSecretFile } from '@/local/data-folder'
import { describeLine } from '@/scripts/reconcile/sentences'
import { readSite } from '@/scripts/reconcile/site'
import { listen } from '@/tests/setup/listen'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const { url: origin, close } = await listen((request, response) => answer(request, response))
afterAll(close)

let folder: string
beforeEach(() => {
  folder = temporaryFolder('reconcile')
})

const run = promisify(execFile)

/** Its output and exit code. */
async function call(args: string[] = [], env: Record<string, string> = {}) {
  const settings = { SITE_ORIGIN: origin, REVALIDATE_SECRET: 'right', DATA_DIR: folder, PORT: '', ...env }
  const began = run(process.execPath, ['--import', 'tsx', 'scripts/billing-reconcile.ts', ...args], {
    env: { PATH: process.env.PATH, ...settings } as unknown as NodeJS.ProcessEnv,
  })
  const { stdout, stderr, code } = await began.then(
    (done) => ({ ...done, code: 0 }),
    (failed: { stdout: string; stderr: string; code: number }) => failed,
  )
  return { out: stdout.trim().split('\n'), err: stderr.trim(), code }
}

const say =
  (...lines: (ReconcileLine | '')[]) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.end(lines.map((line) => `${line && JSON.stringify(line)}\n`).join(''))
  }

const plan = (more: Partial<ReconciledPlan> = {}): ReconciledPlan => ({
  subscription: 'sub_1',
  status: 'trialing',
  isUnSubscribed: false,
  access: true,
  currentPeriodEnd: '2026-11-29T09:00:00.000Z',
  price: { id: 'price_1', amount: 1900, currency: 'USD', interval: 'month' },
  ...more,
})
const begun: ReconcileLine = { store: 'stripe', customer: 'cus_x', before: null, after: plan() }
const ended = { status: 'canceled', isUnSubscribed: true, access: false } as const

describe('the command line', () => {
  test('prints the options without a request', async () => {
    answer = (_, response) => response.writeHead(500).end()
    const { out, err, code } = await call(['--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out.join(' ')).toMatch(/--events .*--json /)
  })

  test.each([['--event'], ['everybody']])('refuses %s and prints the options', async (word) => {
    answer = (_, response) => response.writeHead(500).end()
    const { out, err, code } = await call([word])
    expect([code, out]).toEqual([1, ['']])
    expect(err).toContain(`'${word}'`)
    expect(err).toMatch(/--events .*\n.*--json /)
  })
})

describe('a run', () => {
  test('prints the changes as sentences and exits with 0', async () => {
    const requests: unknown[] = []
    answer = (request, response) => {
      requests.push([request.method, request.url, request.headers['x-revalidate-secret']])
      say(begun, '', { checked: 12, changed: 1, failed: 0 })(request, response)
    }
    expect(await call()).toEqual({
      out: [
        `Asking ${origin} …`,
        'Stripe cus_x: no plan → trialing until 29 Nov 2026',
        'Checked 12 customers, changed 1, 0 could not be read.',
      ],
      err: '',
      code: 0,
    })
    expect(requests).toEqual([['POST', '/api/billing/reconcile?scope=all', 'right']])
  })

  test('with events only, prints JSON lines', async () => {
    let url: string | undefined
    answer = (request, response) => {
      url = request.url
      say(begun, { checked: 1, changed: 1, failed: 0 })(request, response)
    }
    const { out, code } = await call(['--events', '--json'])
    expect(url).toMatch(/scope=events$/)
    expect(out.map((line) => JSON.parse(line))).toEqual([begun, { checked: 1, changed: 1, failed: 0 }])
    expect(code).toBe(0)
  })

  test('exits with 1 if something could not be read', async () => {
    answer = say({ store: 'chargebee', customer: 'u-1', error: 'The provider does not answer.' }, begun, {
      checked: 1,
      changed: 1,
      failed: 1,
    })
    const { out, code } = await call()
    expect(out.slice(1)).toEqual([
      'Chargebee u-1: could not be read. The provider does not answer.',
      'Stripe cus_x: no plan → trialing until 29 Nov 2026',
      'Checked 1 customer, changed 1, 1 could not be read.',
    ])
    expect(code).toBe(1)
  })

  test('reports an aborted answer and completed work', async () => {
    answer = say(begun)
    const { out, err, code } = await call()
    expect(out.at(-1)).toBe('Stripe cus_x: no plan → trialing until 29 Nov 2026')
    expect(err).toMatch(/^The connection closed early.*listed above were saved\.\nRun it again/)
    expect(code).toBe(1)
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
      response.write(`${JSON.stringify(begun)}\n`, () => response.destroy())
    }
    expect(await call()).toMatchObject({ err: expect.stringMatching(/^The connection closed early/), code: 1 })
  })
})

describe('a site that cannot be reached', () => {
  test('explains what to do without an answer', async () => {
    const { err, code } = await call([], { SITE_ORIGIN: 'http://127.0.0.1:1' })
    expect(err).toMatch(/^http:\/\/127\.0\.0\.1:1 does not answer\.\nOn this machine: is npm run local running/)
    expect(code).toBe(1)
  })

  test.each([
    [401, 'bad-credentials', /rejects this secret\. Is REVALIDATE_SECRET the one/],
    [503, 'unavailable', /answers 503: It is not available\.$/],
  ])('reports an answer of %i', async (status, code, expected) => {
    answer = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code, message: 'It is not available.' } }))
    }
    expect(await call()).toMatchObject({ err: expect.stringMatching(expected), code: 1 })
  })

  test('reports another site without a stack trace', async () => {
    answer = (_, response) => void response.writeHead(404).end('<h1>Not here</h1>')
    expect((await call()).err).toBe(`${origin} answers 404: It is not an answer of this site.`)
    answer = (_, response) => void response.writeHead(200).end('<h1>Welcome</h1>')
    expect((await call()).err).toBe(`${origin} answers 200: It is not an answer of this site.`)
    answer = (_, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    expect((await call()).err).toMatch(/does not answer/)
  })
})

describe('which site and which secret', () => {
  test('uses the environment, or the local stack and its secret', () => {
    writeFileSync(join(folder, 'revalidate-secret'), 'of this start')
    expect(readSite({ SITE_ORIGIN: 'https://unhurried.example/', REVALIDATE_SECRET: 's' })).toEqual({
      origin: 'https://unhurried.example',
      secret: 's',
    })
    expect(readSite({ DATA_DIR: folder, PORT: '3100', SITE_ORIGIN: ' ', REVALIDATE_SECRET: '' })).toEqual({
      origin: 'http://localhost:3100',
      secret: 'of this start',
    })
  })

  test('explains what to set or start without either', () => {
    expect(() => readSite({ DATA_DIR: folder })).toThrow(/REVALIDATE_SECRET is not set.*\n.*npm run local/)
  })

  test('keeps the local secret file private, and removes it', () => {
    const path = join(folder, 'revalidate-secret')
    writeFileSync(path, 'older', { mode: 0o644 })
    const file = writeSecretFile(folder, 'newer')
    expect(readFileSync(path, 'utf8')).toBe('newer')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    file.release()
    expect(existsSync(path)).toBe(false)
  })
})

describe('sentences', () => {
  const change = (before: ReconciledPlan | null, after: ReconciledPlan) =>
    describeLine({ store: 'chargebee', customer: 'u-1', before, after })

  test.each<[string, ReconciledPlan | null, ReconciledPlan, string]>([
    [
      'a plan that was cancelled',
      plan(),
      plan({ isUnSubscribed: true }),
      'trialing until 29 Nov 2026 → trialing until 29 Nov 2026, then it ends',
    ],
    ['an ended plan', plan({ status: 'active' }), plan(ended), 'active until 29 Nov 2026 → ended'],
    [
      'a renewal',
      plan({ status: 'past_due' }),
      plan({ status: 'active', currentPeriodEnd: '2026-12-29T09:00:00.000Z' }),
      'past due until 29 Nov 2026 → active until 29 Dec 2026',
    ],
    ['a plan without an end', null, plan({ status: 'active', currentPeriodEnd: null }), 'no plan → active'],
    [
      'a plan without access',
      null,
      plan({ status: 'incomplete', access: false, isUnSubscribed: true }),
      'no plan → not paid for yet',
    ],
    [
      'another price',
      plan(),
      plan({ price: { id: 'p2', amount: 18_000, currency: 'EUR', interval: 'year' } }),
      'trialing until 29 Nov 2026: $19.00 a month → €180.00 a year',
    ],
    ['an unknown price', plan({ price: null }), plan(), 'trialing until 29 Nov 2026: no known price → $19.00 a month'],
  ])('%s', (_, before, after, text) => expect(change(before, after)).toEqual([`Chargebee u-1: ${text}`]))

  test('describes each of a customer’s plans', () => {
    const others = [{ before: plan(), after: plan(ended) }]
    expect(describeLine({ store: 'stripe', customer: 'cus_x', before: null, after: plan(), others })).toEqual([
      'Stripe cus_x: no plan → trialing until 29 Nov 2026',
      'Stripe cus_x: trialing until 29 Nov 2026 → ended',
    ])
  })

  test.each([
    [1900, 'USD', 'a second plan, sub_2, was ended; $19.00 refunded.'],
    [0, null, 'a second plan, sub_2, was ended; nothing to refund.'],
  ])('describes a refund: %s', (amount, currency, text) =>
    expect(
      describeLine({ store: 'stripe', customer: 'cus_x', paidBack: { subscription: 'sub_2', amount, currency } }),
    ).toEqual([`Stripe cus_x: ${text}`]),
  )

  test('describes a failure of a whole provider', () =>
    expect(describeLine({ store: 'stripe', customer: null, error: 'It failed for 5 customers in a row.' })).toEqual([
      'Stripe: It failed for 5 customers in a row.',
    ]))
})
