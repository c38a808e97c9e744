import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { listAll } from '@/lib/server/billing/providers/chargebee/client'
import type { BillingProvider } from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'
import { providerWith } from '@/tests/setup/providers'
import { buy, failure, names, purchase, standIns, unavailable } from './shop'

/** Every method, with arguments that the stand-in knows. */
function everyMethod(provider: BillingProvider, of: { customerId: string; id: string; page: string }) {
  const { name } = provider
  const user = { uid: randomUUID(), email: null, generation: 0 }
  const calls: [keyof BillingProvider, () => Promise<unknown>][] = [
    ['offers', () => provider.offers()],
    ['saveCustomer', () => provider.saveCustomer(user)],
    ['saveCustomer', () => provider.saveCustomer({ ...user, email: 'a@new.example', customerId: of.customerId })],
    ['openCheckout', () => provider.openCheckout(purchase(name, of.customerId))],
    ['findCheckout', () => provider.findCheckout(of.page)],
    ['findCheckout', () => provider.findCheckout(of.page, 'close')],
    ['subscriptions', () => provider.subscriptions(of.customerId, null)],
    ...(['cancel', 'resume', 'end'] as const).map(
      (action) =>
        ['changePlan', () => provider.changePlan(of.id, action)] as [keyof BillingProvider, () => Promise<unknown>],
    ),
    ['invoices', () => provider.invoices(of.customerId, [of.id])],
    ['settle', () => provider.settle(of.id, null)],
    ['settle', () => provider.settle(of.id, 'key')],
    ['portal', () => provider.portal(of.customerId, 'http://localhost:3000/profile')],
  ]
  return calls
}

describe.each(names)('%s', (name) => {
  test.each([
    ['answers 503', { status: 503 }],
    ['drops the connection', { drop: true }],
  ])('reports every method as unavailable if it %s', async (_, fault) => {
    const { provider, customerId, id, page } = await buy(name, 0)
    const calls = everyMethod(provider, { customerId, id, page: page.id })
    await standIns.post('/faults', { vendor: name, times: 1000, ...fault })
    const results = await Promise.all(calls.map(([, call]) => failure(call())))
    await standIns.post('/faults', { vendor: name, times: 0 })
    for (const [index, [method]] of calls.entries()) expect(results[index], method).toEqual(unavailable)
    // Afterwards the same calls work.
    expect((await provider.subscriptions(customerId, null)).own).toHaveLength(1)
  })

  test('waits no longer than the deadline for a silent provider', async () => {
    const silent = await listenInSilence()
    const provider = providerWith(name, { [`${name.toUpperCase()}_API_BASE`]: silent.base })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = everyMethod(provider, { customerId: 'c', id: 's', page: 'p' })
    const results = Promise.all(calls.map(([, call]) => failure(call())))
    await silent.connected(calls.length)
    await vi.advanceTimersByTimeAsync(9500)
    for (const [index, result] of (await results).entries()) {
      expect(result, calls[index]?.[0]).toEqual(unavailable)
      expect((result as ApiFailure).message, calls[index]?.[0]).toMatch(/didn’t answer in time/)
    }
    silent.close()
  }, 20_000)
})

/** A server that accepts connections without answering. */
async function listenInSilence() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    /** Waits without a timer, because the test replaces timers. */
    async connected(count: number) {
      while (sockets.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('reads an endless list up to a limit', async () => {
  let pages = 0
  const found = await listAll(250, async () => ({ list: Array<number>(100).fill(++pages), next_offset: 'more' }))
  expect([found.length, pages]).toEqual([300, 3])
})

describe('Stripe only', () => {
  test('sends an idempotency key with every change', async () => {
    standIns.context.calls.clear()
    const { uid, id, provider, customerId, page } = await buy('stripe', 0)
    for (const [, call] of everyMethod(provider, { customerId, id, page: page.id })) await call()
    const posts = standIns.context.calls.list('stripe').filter(({ method }) => method === 'POST')
    expect(posts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/customers', '/v1/checkout/sessions', `/v1/subscriptions/${id}`, '/v1/refunds']),
    )
    const keyOf = (call: (typeof posts)[number]) => call.headers['idempotency-key']
    for (const call of posts) expect(keyOf(call), call.path).toMatch(/./)
    const digest = createHash('sha256').update(`${uid}\n${uid}@example.com`).digest('hex')
    expect(posts.map(keyOf)).toContain(`customer-${digest}`)
    const invoice = Object.values(standIns.context.state.stripe.invoices).find((one) => one.subscription === id)
    expect(posts.map(keyOf)).toContain(`key-${invoice?.id}`)
  })
})
