import { afterAll, expect, test } from 'vitest'
import { createWebhooks, type Delivery } from '@/local/vendors/webhooks'
import { startListeningSite } from './listening-site'

const site = await startListeningSite()
afterAll(() => site.close())

const dayMs = 86_400_000

function open(deliveries: Delivery[]) {
  const signer = () => ({ url: site.address, headers: {} })
  return createWebhooks(deliveries, () => {}, { stripe: signer, chargebee: signer })
}

const delivery = (id: string, days: number): Delivery => ({
  id,
  vendor: 'stripe',
  body: JSON.stringify({ type: id }),
  attempts: 0,
  since: Date.now() - days * dayMs,
  nextAt: 0,
})

test('drops a message undelivered for days, also after a restart', async () => {
  site.answerWith(500)
  const deliveries = [delivery('old', 4), delivery('new', 0)]
  const webhooks = open(deliveries)
  webhooks.start()
  await expect.poll(() => webhooks.stateOf('old')).toBe('failed')
  expect([webhooks.stateOf('new'), webhooks.stateOf('another')]).toEqual(['pending', 'arrived'])
  webhooks.stop()
  site.answerWith(200)
  site.arrivals.length = 0
  const next = open(deliveries)
  next.start()
  await expect.poll(() => next.stateOf('new')).toBe('arrived')
  expect([next.stateOf('old'), site.types()]).toEqual(['failed', ['new']])
  next.stop()
})

test('keeps only the newest dropped messages', async () => {
  site.answerWith(500)
  const deliveries = Array.from({ length: 502 }, (_, index) => ({ ...delivery(`old-${index}`, 4), failed: true }))
  const webhooks = open([...deliveries, delivery('last', 4)])
  webhooks.start()
  await expect.poll(() => webhooks.stateOf('last')).toBe('failed')
  expect([webhooks.stateOf('old-2'), webhooks.stateOf('old-3')]).toEqual(['arrived', 'failed'])
  webhooks.stop()
})
