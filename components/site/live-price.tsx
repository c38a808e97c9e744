import { builtScript, inline } from '@/components/ui/inline'
import { currencyOfLanguage } from '@/lib/contract/format'
import type { PlanOffers } from '@/lib/contract/plan'
import { publicEnv } from '@/lib/mode'

/**
 * Fills each `data-price`, a list of templates, with the first one whose names are known: `{days}` of a trial,
 * `{month}`, `{year}` and `{saving}`, or `{monthPlusTax}` and `{yearPlusTax}` where tax is added.
 */
function showLivePrices(main: string, { prod, beta }: typeof publicEnv.api, currencyOf: typeof currencyOfLanguage) {
  const fill = ({ plans }: PlanOffers) => {
    const currencies = [currencyOf(navigator.language), 'USD', plans[0]!.currency]
    const currency = currencies.find((each) => plans.some((plan) => plan.currency === each))!
    const [month, year] = ['month', 'year'].map((interval) =>
      plans.find((plan) => plan.currency === currency && plan.interval === interval),
    )
    const known: Record<string, string | number | undefined> = { saving: year?.display.saving }
    for (const offer of [month, year])
      if (offer) known[offer.interval + (offer.taxBehavior === 'exclusive' ? 'PlusTax' : '')] = offer.display.amount
    if (month && month.trialDays > 1) known.days = month.trialDays
    for (const element of document.querySelectorAll<HTMLElement>('[data-price]')) {
      const texts = (JSON.parse(element.dataset.price!) as string[]).map((template) =>
        template.replace(/\{(\w+)\}/g, (name, key: string) => `${known[key] ?? name}`),
      )
      element.textContent = texts.find((text) => !text.includes('{')) ?? ''
    }
  }
  const load = () => {
    const isMain = location.hostname.replace('www.', '') === main
    fetch(`${isMain ? prod : beta}/api/plans`, { headers: { 'Accept-Language': document.documentElement.lang } })
      .then((answer) => answer.json())
      .then(fill)
      .catch(() => undefined)
  }
  addEventListener('load', () => setTimeout(load))
}

/** Current prices on pages that load no other script. */
export const livePriceScript = builtScript(
  'live-price',
  inline(showLivePrices, publicEnv.hosts.main, publicEnv.api, currencyOfLanguage),
)

type LivePriceProps = { templates: readonly string[]; children: string }

/** Current prices in the visitor's currency, in a text of `templates`. Shows `children` until they are known. */
export const LivePrice = ({ templates, children }: LivePriceProps) => (
  <>
    <span
      data-price={JSON.stringify(templates)}
      suppressHydrationWarning
      // The script may write here before hydration.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
    <span className="[:not(:empty)+&]:hidden">{children}</span>
  </>
)
