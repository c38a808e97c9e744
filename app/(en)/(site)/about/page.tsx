import { useLocale, useTranslations } from 'next-intl'
import { TalkBand, Legend } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { Link, linkTo } from '@/components/ui/button'
import { citations } from '@/lib/content/pages/evidence'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { withServiceFacts } from '@/lib/service-facts'
import { isolate } from '@/lib/locales'
import { siteSettings } from '@/lib/site-settings'
import { paths, siteName } from '@/lib/site'

export const generateMetadata = () => pageMetadata('about')

function HowWeDecideSection() {
  const t = useTranslations('about')
  return (
    <Section name={t('decide.name')} title={t('decide.title')} ground="sunken">
      <dl className="mt-10 max-w-184">
        {usePageCopy('about').decisions.map(({ title, text }) => (
          <div key={title} className="border-t border-hair py-5 last:border-b">
            <dt>{title}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
      <Link href={paths.protocol} className="link mt-6 tap font-semibold">
        {t('decide.readProtocol')}
      </Link>
    </Section>
  )
}

function WhatWeLeaveOutSection() {
  const t = useTranslations('about')
  return (
    <Section name={t('leaveOut.name')} title={t('leaveOut.title')}>
      <ul className="mt-10 max-w-184">
        {usePageCopy('about').exclusions.map(({ title, text }) => (
          <li
            key={title}
            className="relative py-3 ps-14 before:absolute before:start-0 before:top-6 before:h-2.25 before:w-9 before:bg-text"
          >
            <b>{title}</b> {text}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export default function About() {
  const locale = useLocale()
  const t = useTranslations('about')
  const site = useTranslations('site')
  const card = useTranslations('pages.about')('card')
  const copy = usePageCopy('about')
  const { mail, company, companyAddress } = siteSettings()
  const sources = citations(locale, ...copy.sources)
  const paragraph = (text: string) => (
    <p key={text} className="mt-6 max-w-measure">
      <Words of={text} sources={sources} />
    </p>
  )
  return (
    <Page path={paths.about}>
      <PageHead title={t('title')} slogan={card} lede={copy.lede} />
      <TalkBand className="h-[clamp(9rem,18vw,15.6rem)]" />
      <Section name={t('purpose.name')} title={t('purpose.title')}>
        {copy.purpose.map(paragraph)}
      </Section>
      <HowWeDecideSection />
      <WhatWeLeaveOutSection />
      <Section name={t('drawings.name')} title={t('drawings.title')} ground="sunken">
        {paragraph(copy.drawings)}
        <Legend entries={copy.legend} />
      </Section>
      <Section name={t('paid.name')} title={t('paid.title')}>
        {paragraph(copy.paid)}
      </Section>
      <Section name={t('people.name')} title={t('people.title')} ground="sunken">
        <p className="mt-6 max-w-measure">
          {t('people.responsible', {
            company: isolate(company ?? site('companyNotSet', { site: siteName }), locale),
            companyAddress: isolate(companyAddress ?? site('addressNotSet'), locale),
          })}
        </p>
        {withServiceFacts(copy.people, locale).map(({ text }) => paragraph(text))}
        <p className="mt-6 max-w-measure">
          {t.rich('people.contact', {
            mail,
            form: linkTo(paths.contact),
            address: (words) => (
              <a href={`mailto:${mail}`} dir="ltr" className="link">
                {words}
              </a>
            ),
          })}
        </p>
      </Section>
      <Sources sources={sources} />
    </Page>
  )
}
