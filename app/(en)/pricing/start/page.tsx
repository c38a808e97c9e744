import { getLocale, getTranslations } from 'next-intl/server'
import { PlanPicker } from '@/components/pricing/plan-picker'
import { AppScreens } from '@/components/site/app-screens'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { SanitizedHtml } from '@/components/site/sanitized-html'
import { Section } from '@/components/site/section'
import { ClientMessages } from '@/components/ui/island'
import { readPlanContents } from '@/lib/content/pages/plan'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('pricing')

/** In their order. The classes hide an answer that depends on the plan and prices. */
const answers = {
  cancelInTrial: 'group-has-data-trial-used/plans:hidden',
  cancelLater: '',
  payByCard: 'group-has-[[data-ways]:not([data-ways~=stripe])]/plans:hidden',
  otherWays: 'group-has-[[data-ways]:not([data-ways~=chargebee])]/plans:hidden',
  store: '',
  dates: '',
  once: '',
}
const answerKeys = Object.keys(answers) as (keyof typeof answers)[]

export default async function PricingPage() {
  const t = await getTranslations('pricingPage')
  const page = await getTranslations('pages.pricing')
  const { included, also } = await readPlanContents(await getLocale())
  return (
    <Page path={paths.pricing} footer="compact">
      {/* Choices give way to an open form or an existing plan. */}
      <div className="group/plans ground-tint">
        <div className="mx-auto max-w-page px-gut pt-6 group-has-data-paying/plans:sr-only lg:pt-14">
          <h1 className="text-lg leading-tight font-semibold tracking-normal">{page('card')}</h1>
          <noscript>
            <p className="mt-6 mb-10">{t('noScript')}</p>
          </noscript>
        </div>
        <div className="min-h-100 noscript:hidden">
          <ClientMessages names={['pricing', 'plan', 'session', 'requests', 'retry']}>
            <PlanPicker app={siteSettings().app} included={included} />
          </ClientMessages>
        </div>
        <div className="group-has-data-own/plans:hidden">
          <Section name={t('beforeYouDecide')} ground="sunken">
            <dl className="grid max-w-184 gap-x-6 sm:grid-cols-[13rem_1fr]">
              {answerKeys.map((key) => (
                <div key={key} className={`contents ${answers[key]}`}>
                  <dt className="text-md font-normal text-muted sm:pt-1">{t(`answers.${key}.term`)}</dt>
                  <dd className="mb-4">{t(`answers.${key}.text`)}</dd>
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
          <Section name={t('theApp')}>
            <AppScreens />
          </Section>
        </div>
      </div>
    </Page>
  )
}
