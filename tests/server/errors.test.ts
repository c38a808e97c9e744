import { lines } from '@/tests/setup/captured-log'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { POST as errors } from '@/app/api/errors/route'
import { onRequestError } from '@/instrumentation'
import { replaceProcessState } from '@/lib/server/process-state'
import { renderMetrics } from '@/lib/server/observability/metrics'
import { listen } from '@/tests/setup/listen'
import { call, stage } from '@/tests/setup/stage'

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const received: string[] = []
const sentry = await listen((request, response) => {
  void bodyOf(request).then((text) => {
    received.push(text)
    response.end('{}')
  })
})

const world = await stage({
  SENTRY_DSN: `http://publickey@127.0.0.1:${sentry.port}/7`,
  LOG_LEVEL: 'warn',
  NEXT_RUNTIME: 'nodejs',
})
afterAll(async () => {
  await world.close()
  await sentry.close()
})
beforeEach(() => {
  lines.length = 0
  received.length = 0
  replaceProcessState('browser-errors')
})

const good = {
  kind: 'error',
  message: 'TypeError: x is null',
  stack: 'at f (/_next/static/a.js:1:2)',
  page: '/pricing/start/',
}
const send = (body: object, headers?: HeadersInit) => call(errors, '/errors', { body, headers })
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const counted = async (source: string) =>
  Number(new RegExp(`unhurried_errors_total\\{source="${source}"\\} (\\d+)`).exec((await renderMetrics()).text)?.[1])

describe('an error of a browser', () => {
  test('reaches the log, the metric and Sentry', async () => {
    const before = await counted('browser')
    const response = await send(good)
    expect(response.status).toBe(204)
    expect(logged()).toMatchObject([
      {
        level: 40,
        source: 'browser',
        kind: 'error',
        where: '/pricing/start',
        err: { message: 'TypeError: x is null' },
      },
    ])
    expect(await counted('browser')).toBe(before + 1)
    await expect.poll(() => received.join()).toContain('TypeError: x is null')
    expect(received[0]).toContain('"source":"browser"')
  })

  test.each([
    ['a post', '/blog/a-slug', '/blog/…'],
    ['an unknown address', '/ada@people.example', 'other'],
  ])('names the page of %s without personal data', async (_, page, where) => {
    await send({ ...good, page })
    expect(logged()).toMatchObject([{ where }])
  })

  test('is redacted in the log and at Sentry', async () => {
    await send({ ...good, message: 'no user ada@people.example', stack: undefined })
    await expect.poll(() => received.join()).toContain('no user [email]')
    expect(lines.join() + received.join()).not.toContain('ada@')
  })

  test.each([
    ['another kind', { ...good, kind: 'gossip' }],
    ['a long message', { ...good, message: 'x'.repeat(301) }],
    ['a long stack', { ...good, stack: 'x'.repeat(1501) }],
  ])('is refused with %s', async (_, body) => {
    expect((await send(body)).status).toBe(400)
    expect(received).toEqual([])
  })

  test('is refused when it is too large or from another site', async () => {
    expect((await send({ ...good, stack: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await send(good, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('is limited to 30 a minute, with 2 KB in the log for each', async () => {
    const largest = { ...good, message: 'm'.repeat(300), stack: 's'.repeat(1500) }
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await send(largest)).status))
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(70)
    expect(lines.join('').length).toBeLessThan(30 * 2300)
  })
})

test('reports an error of a page by its route, not its address', async () => {
  const request = { path: '/blog/ada@people.example?email=ada', method: 'GET', headers: {} }
  const context = {
    routerKind: 'App Router',
    routePath: '/blog/[slug]',
    routeType: 'render',
    revalidateReason: undefined,
  } as const
  await onRequestError(new Error('no such thing'), request, context)
  expect(logged()).toMatchObject([{ level: 50, source: 'server', kind: 'render', where: '/blog/[slug]' }])
  await expect.poll(() => received.join()).toContain('no such thing')
  expect(lines.join() + received.join()).not.toContain('ada@')
})
