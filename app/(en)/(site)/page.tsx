import { useLocale, useTranslations } from 'next-intl'
import { AppScreens } from '@/components/site/app-screens'
import { EvidencePair } from '@/components/site/evidence-pair'
import { Lanes } from '@/components/site/art-call'
import { TwoLists, LinkList, ToolList } from '@/components/site/lists'
import { LivePrice, livePriceScript } from '@/components/site/live-price'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { FirstQuestions, Question } from '@/components/site/questions'
import { Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { HeroScore } from '@/components/tools/hero-score'
import { Button, Link } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { citations } from '@/lib/content/pages/evidence'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('home')

type Sourced = { sources: ReturnType<typeof citations> }

const linkClass = 'link tap font-semibold'

function WhatYouGetSection() {
  const t = useTranslations('home.whatYouGet')
  return (
    <Section name={t('name')} title={t('title')} wide>
      <LinkList links={usePageCopy('home').offers} />
      <AppScreens />
    </Section>
  )
}

function PriceSection() {
  const t = useTranslations('home.price')
  const copy = usePageCopy('home')
  return (
    <Section id="price" name={t('name')} title={t('title')} ground="tint">
      <p className="mt-6 min-h-[3lh] max-w-136 text-2xl sm:min-h-[2lh] tabular-nums">
        <LivePrice templates={copy.priceTemplates}>{copy.priceUnknown}</LivePrice>
      </p>
      <p className="mt-4 max-w-measure">{copy.price}</p>
      <Button href={paths.pricing} data-pricing-link suppressHydrationWarning size="big" className="mt-6">
        {t('seePlan')}
      </Button>
    </Section>
  )
}

function EvidenceSection({ sources }: Sourced) {
  const t = useTranslations('home.evidence')
  return (
    <Section name={t('name')} title={t('title')} wide>
      <EvidencePair sources={sources} />
      <p className="max-w-measure">{usePageCopy('home').evidence}</p>
      <Link href={paths.protocol} className={`${linkClass} mt-4`}>
        {t('readProtocol')}
      </Link>
    </Section>
  )
}

function QuestionsSection({ sources }: Sourced) {
  const t = useTranslations('home.questions')
  const copy = usePageCopy('home')
  return (
    <Section name={t('name')} title={t('title')} ground="sunken">
      <div className="mt-6">
        <FirstQuestions sources={sources} />
        <Question id="for-me" title={t('forMe')}>
          <TwoLists
            yes={{ title: t('fits'), lines: copy.fits }}
            no={{ title: t('doesNotFit'), lines: copy.absent }}
            sources={sources}
            level="h4"
          />
        </Question>
        <Question id="health" title={t('health')}>
          <p>
            <Words of={copy.health} />
          </p>
        </Question>
      </div>
      <Link href={paths.faq} className={`${linkClass} mt-6`}>
        {t('all')}
      </Link>
    </Section>
  )
}

function Hero() {
  const copy = usePageCopy('home')
  const claim = useTranslations('site')('ownersClaim')
  return (
    <div className="mx-auto max-w-page px-gut pt-6 pb-10 lg:pt-8 lg:pb-14">
      <h1 className="max-w-[15ch] lg:text-7xl lg:tracking-[-0.04em]">{useTranslations('home')('heading')}</h1>
      <p className="mt-4 max-w-180 text-lg lg:mt-6">{copy.lede}</p>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <TrialCallToAction note={<LivePrice templates={copy.trialTemplates}>{copy.trialUnknown}</LivePrice>} />
        <p className="max-w-88 text-md lg:text-lg lg:leading-snug">{claim}</p>
      </div>
      <div className="mt-2">
        <Island when="use" messages={['heroScore', 'sentence']}>
          <HeroScore />
        </Island>
      </div>
    </div>
  )
}

export default function Home() {
  const t = useTranslations('home')
  const copy = usePageCopy('home')
  const sources = citations(useLocale(), ...copy.sources)
  return (
    <Page path={paths.home} heatmap>
      <Hero />
      <WhatYouGetSection />
      <Section name={t('tryIt.name')} title={t('tryIt.title')} ground="sunken">
        <ToolList />
      </Section>
      <Section name={t('calls.name')} title={t('calls.title')} wide>
        <p className="mt-4 max-w-144 text-lg lg:ms-60">{t('calls.text')}</p>
        <Lanes lanes={copy.ways} narrow />
        <Link href={paths.sessions} className={`${linkClass} mt-6 lg:ms-60`}>
          {t('calls.how')}
        </Link>
      </Section>
      <PriceSection />
      <EvidenceSection sources={sources} />
      <QuestionsSection sources={sources} />
      <Sources sources={sources} />
      <script dangerouslySetInnerHTML={{ __html: livePriceScript }} />
    </Page>
  )
}
