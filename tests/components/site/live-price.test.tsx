import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LivePrice, livePriceScript } from '@/components/site/live-price'
import type { ListedOffer, PlanOffers } from '@/lib/contract/plan'
import { offer } from '@/tests/components/pricing/samples'
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

const plan = (display: ListedOffer['display'], change: Partial<ListedOffer> = {}) => offer({ ...change, display })
const inEuro = plan({ amount: '€19.50' }, { currency: 'EUR' })
const month = plan({ amount: '$19' })
const year = plan({ amount: '$180', saving: '$48' }, { interval: 'year' })
test.each<[string, string, PlanOffers['plans'], string]>([
  ['trial, prices and saving', 'en-US', [month, year], '7 days free, then $19 or $180, which saves $48.'],
  ['no trial or saving without one', 'en-US', [plan({ amount: '$19' }, { trialDays: 0 })], '$19 a month.'],
  ['that tax is added', 'en-US', [plan({ amount: '$19' }, { taxBehavior: 'exclusive' })], '$19 plus tax.'],
  ['the visitor’s currency', 'de-DE', [month, inEuro], '€19.50 a month.'],
  ['another currency if theirs is not sold', 'en-GB', [inEuro], '€19.50 a month.'],
])('shows %s', async (_, language, plans, text) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  document.documentElement.lang = 'pt-BR'
  fetched.mockResolvedValue(Response.json({ plans }))
  expect(await shown()).toBe(text)
  expect(fetched.mock.calls[0]?.[1]).toEqual({ headers: { 'Accept-Language': 'pt-BR' } })
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
