// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LivePrice, livePriceScript } from '@/components/site/live-price'
import type { PlanOffer } from '@/lib/contract/plan'
import { offer, offers } from '@/tests/components/pricing/samples'
import { serve } from '@/tests/components/blog/serve'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const fetched = vi.fn()
const templates = [
  '{days} days free, then {month} or {year}, which saves {saving}.',
  '{month} a month.',
  '{monthPlusTax} plus tax.',
]
const shown = async () => {
  serve(<LivePrice templates={templates}>Soon.</LivePrice>)
  runPageScript(livePriceScript)
  dispatchEvent(new Event('load'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  return document.querySelector('[data-price]')?.textContent
}

beforeEach(() => vi.stubGlobal('fetch', fetched.mockReset()))
afterEach(() => {
  endPage()
  vi.unstubAllGlobals()
})

const inEuro = { currency: 'EUR', amount: 1950 }
test.each<[string, string, PlanOffer[], string]>([
  ['trial, prices and saving', 'en-US', offers, '7 days free, then $19 or $180, which saves $48.'],
  ['no trial or saving without one', 'en-US', [offer({ trialDays: 0 })], '$19 a month.'],
  ['that tax is added', 'en-US', [offer({ taxBehavior: 'exclusive' })], '$19 plus tax.'],
  ['the visitor’s currency', 'de-DE', [offer(), offer(inEuro)], '€19.50 a month.'],
  ['another currency if theirs is not sold', 'en-GB', [offer(inEuro)], '€19.50 a month.'],
  ['whole units where a currency has no smaller ones', 'ja', [offer({ currency: 'JPY' })], '¥1,900 a month.'],
])('shows %s', async (_, language, plans, text) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  fetched.mockResolvedValue(Response.json({ plans }))
  expect(await shown()).toBe(text)
})

test.each([
  ['an error', () => fetched.mockResolvedValue(Response.json({ error: {} }, { status: 503 }))],
  ['no connection', () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['nothing for sale', () => fetched.mockResolvedValue(Response.json({ plans: [] }))],
])('leaves the other text for %s', async (_, arrange) => {
  arrange()
  expect(await shown()).toBe('')
  expect(document.body.textContent).toContain('Soon.')
})
