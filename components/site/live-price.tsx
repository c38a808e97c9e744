import { useLocale } from 'next-intl'
import { builtScript, inline } from '@/components/ui/inline'
import { currencyOfLanguage, decimalsOf } from '@/lib/contract/format'
import type { PlanOffers } from '@/lib/contract/plan'
import { numberLocale } from '@/lib/locales'
import { publicEnv } from '@/lib/mode'

/**
 * Fills each `data-price`, a list of templates, with the first one whose names are known: `{days}` of a trial,
 * `{month}`, `{year}` and `{saving}`, or `{monthPlusTax}` and `{yearPlusTax}` where tax is added.
 */
function showLivePrices(
  main: string,
  { prod, beta }: typeof publicEnv.api,
  currencyOf: typeof currencyOfLanguage,
  digitsOf: typeof decimalsOf,
) {
  const fill = ({ plans }: PlanOffers) => {
    const currencies = [currencyOf(navigator.language), 'USD', plans[0]!.currency]
    const currency = currencies.find((each) => plans.some((plan) => plan.currency === each))!
    const elements = [...document.querySelectorAll<HTMLElement>('[data-price]')]
    const money = (amount: number) => {
      const value = amount / 10 ** digitsOf(currency)
      const minimumFractionDigits = value % 1 ? digitsOf(currency) : 0
      const options = { style: 'currency', currency, minimumFractionDigits } as const
      const isOrdered = document.dir !== 'rtl'
      const words = new Intl.NumberFormat(isOrdered ? elements[0]?.dataset.locale : 'en', options).format(value)
      return isOrdered ? words : `\u2066${words}\u2069`
    }
    const [month, year] = ['month', 'year'].map((interval) =>
      plans.find((plan) => plan.currency === currency && plan.interval === interval),
    )
    const known: Record<string, string | number> = {}
    for (const offer of [month, year])
      if (offer) known[offer.interval + (offer.taxBehavior === 'exclusive' ? 'PlusTax' : '')] = money(offer.amount)
    if (month && month.trialDays > 1) known.days = month.trialDays
    const saving = month && month.taxBehavior === year?.taxBehavior ? 12 * month.amount - year.amount : 0
    if (saving > 0) known.saving = money(saving)
    for (const element of elements) {
      const texts = (JSON.parse(element.dataset.price!) as string[]).map((template) =>
        template.replace(/\{(\w+)\}/g, (name, key: string) => `${known[key] ?? name}`),
      )
      element.textContent = texts.find((text) => !text.includes('{')) ?? ''
    }
  }
  const load = () => {
    const isMain = location.hostname.replace('www.', '') === main
    fetch(`${isMain ? prod : beta}/api/plans`)
      .then((answer) => answer.json())
      .then(fill)
      .catch(() => undefined)
  }
  addEventListener('load', () => setTimeout(load))
}

/** Current prices on pages that load no other script. */
export const livePriceScript = builtScript(
  'live-price',
  inline(showLivePrices, publicEnv.hosts.main, publicEnv.api, currencyOfLanguage, decimalsOf),
)

type LivePriceProps = { templates: readonly string[]; children: string }

/** Current prices in the visitor's currency, in a text of `templates`. Shows `children` until they are known. */
export const LivePrice = ({ templates, children }: LivePriceProps) => (
  <>
    <span
      data-price={JSON.stringify(templates)}
      data-locale={numberLocale(useLocale())}
      suppressHydrationWarning
      // The script may write here before hydration.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
    <span className="[:not(:empty)+&]:hidden">{children}</span>
  </>
)
