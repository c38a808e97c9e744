import { getTranslations } from 'next-intl/server'
import { PlanPicker } from '@/components/pricing/plan-picker'
import { AppScreens } from '@/components/site/app-screens'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { SanitizedHtml } from '@/components/site/sanitized-html'
import { Section } from '@/components/site/section'
import { readPlanContents } from '@/lib/content/pages/plan'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('pricing')

/** `unless`: hides an answer that depends on the plan and prices. */
const answers: { term: string; text: string; unless?: string }[] = [
  {
    term: 'If you cancel during the trial',
    text: 'You are not charged, and you keep the trial until it ends.',
    unless: 'group-has-data-trial-used/plans:hidden',
  },
  { term: 'If you cancel later', text: 'You keep the plan until the end of the time you’ve paid for.' },
  {
    term: 'Pay by card',
    text: 'Stripe takes the payment. Your card number goes to Stripe and doesn’t reach us.',
    unless: 'group-has-[[data-ways]:not([data-ways~=stripe])]/plans:hidden',
  },
  {
    term: 'Other ways to pay',
    text: 'Chargebee takes the payment, and shows the payment methods for your country.',
    unless: 'group-has-[[data-ways]:not([data-ways~=chargebee])]/plans:hidden',
  },
  {
    term: 'Bought in an app store?',
    text: 'Then the store charges, renews and cancels it, at its own price. Your profile links to the store’s cancel page.',
  },
  {
    term: 'Dates',
    text: 'Dates on this page are in your own time zone.',
  },
  { term: 'One purchase', text: 'Pressed twice, or in two tabs? You’ll still only buy once.' },
]

export default async function PricingPage() {
  const t = await getTranslations('pages.pricing')
  const { included, also } = await readPlanContents('en')
  return (
    <Page path={paths.pricing} footer="compact" banner={false}>
      {/* Choices give way to an open form or an existing plan. */}
      <div className="group/plans ground-tint">
        <div className="mx-auto max-w-page px-gut pt-6 group-has-data-paying/plans:sr-only lg:pt-14">
          <h1 className="text-lg leading-tight font-semibold tracking-normal">{t('card')}</h1>
          <noscript>
            <p className="mt-6 mb-10">
              This page needs JavaScript to load today’s prices. You’ll always see the price before you pay.
            </p>
          </noscript>
        </div>
        <div className="min-h-100 noscript:hidden">
          <PlanPicker app={siteSettings().app} included={included} />
        </div>
        <div className="group-has-data-own/plans:hidden">
          <Section name="Before you decide" ground="sunken">
            <dl className="grid max-w-184 gap-x-6 sm:grid-cols-[13rem_1fr]">
              {answers.map(({ term, text, unless = '' }) => (
                <div key={term} className={`contents ${unless}`}>
                  <dt className="text-md font-normal text-muted sm:pt-1">{term}</dt>
                  <dd className="mb-4">{text}</dd>
                </div>
              ))}
              {also.map(({ name, html }) => (
                <div key={name} className="contents">
                  <dt className="text-md font-normal text-muted sm:pt-1">{name}</dt>
                  <dd className="mb-4">
                    <SanitizedHtml html={html} inline />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
          <Section name="The app">
            <AppScreens />
          </Section>
        </div>
      </div>
    </Page>
  )
}
