import { PlanPicker } from '@/components/pricing/plan-picker'
import { yearArt } from '@/components/pricing/year-art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Section } from '@/components/site/section'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.pricing)

const answers = [
  { term: 'If you cancel in the trial', text: 'Nothing is charged. Your profile shows the last day of the trial.' },
  { term: 'If you cancel later', text: 'You keep access until the end of what you paid. It does not renew.' },
  { term: 'Pay by card', text: 'Opens a card page run by Stripe. We never see the number.' },
  {
    term: 'Other ways to pay',
    text: 'Opens a billing page run by Chargebee. It lists what works in your country.',
  },
  {
    term: 'Bought in an app store?',
    text: 'Then the store charges, renews and cancels it, at the store’s own price. Your profile leads to the store’s cancel page.',
  },
  { term: 'One purchase', text: 'Pressing twice, or in two tabs, never buys twice.' },
]

export default function PricingPage() {
  return (
    <Page path={paths.pricing} footer="compact" banner={false}>
      <div className="mx-auto max-w-page px-gut pt-10 lg:pt-16">
        <h1>What it&nbsp;costs, and&nbsp;when.</h1>
        <p className="mt-6 max-w-144 text-lg md:text-xl">
          What you see here is what will be charged. Both plans are cancelled on your profile, in two clicks.
        </p>
        <noscript>
          <p className="mt-6">
            This page needs JavaScript to ask for today’s prices. You will always see the price before you pay.
          </p>
        </noscript>
      </div>
      <div className="min-h-100 pt-6">
        <PlanPicker art={yearArt} />
      </div>
      <Section name="Before you decide" ground="sunken">
        <dl className="grid max-w-184 gap-x-6 sm:grid-cols-[13rem_1fr]">
          {answers.map(({ term, text }) => (
            <div key={term} className="contents">
              <dt className="text-md font-normal text-muted sm:pt-1">{term}</dt>
              <dd className="mb-4">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  )
}
