import { useLocale, useTranslations } from 'next-intl'
import { HourPart, OneSpeakerArt, Lanes } from '@/components/site/art-call'
import { DefinitionList, TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { NextCall } from '@/components/site/next-call'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { Timetable } from '@/components/site/timetable'
import { TrialCallToAction } from '@/components/site/trial-links'
import { FirstCall } from '@/components/tools/first-call'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/pages/evidence'
import { firstMinute } from '@/lib/content/pages/first-call'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { withServiceFacts } from '@/lib/service-facts'
import { callWords, timetable } from '@/lib/content/pages/timetable'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('sessions')

const useWords = () => useTranslations('sessions')
const useCopy = () => usePageCopy('sessions')
const useSources = () => citations(useLocale(), ...useCopy().sources)

function TheAgendaSection() {
  const t = useWords()
  return (
    <Section name={t('agenda.name')} title={t('agenda.title')} wide>
      <ol className="mt-10 grid gap-10 lg:mt-16 lg:grid-cols-[10fr_15fr_25fr_10fr] lg:gap-0">
        {useCopy().agenda.map(({ part, minutes, title, text }) => (
          <li key={part}>
            <HourPart part={part} minutes={minutes} />
            <div className="mt-2 lg:mt-4 lg:pe-6">
              <p className="text-sm text-muted">{t('agenda.minutes', { minutes })}</p>
              <h3>{title}</h3>
              <p className="mt-1 max-w-96 lg:text-md lg:leading-relaxed">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-measure text-sm text-muted">{t('agenda.example')}</p>
    </Section>
  )
}

function TheRulesSection() {
  const t = useWords()
  return (
    <Section name={t('rules.name')} title={t('rules.title')} ground="sunken">
      <ol className="mt-10 grid gap-x-16 md:grid-cols-2">
        {usePageCopy('tools').callRules.map(({ title, text }, index) => (
          <li key={title} className="border-t border-hair pt-4 pb-10">
            <span aria-hidden="true" className="block text-5xl text-accent">
              {t('rules.number', { number: index + 1 })}
            </span>
            <h3 className="mt-2">{title}</h3>
            <p className="mt-1">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function FirstMinuteSection() {
  const t = useWords()
  return (
    <Section name={t('tryIt.name')} title={t('tryIt.title')} ground="sunken">
      <p className="mt-4 max-w-measure text-muted">{useCopy().minute}</p>
      <div className="mt-6">
        <Island messages={['toolCall']}>
          <FirstCall script={firstMinute(useLocale(), t('tryIt.minute'))}>
            <Button href={paths.toolCall}>{t('tryIt.rehearse')}</Button>
          </FirstCall>
        </Island>
      </div>
    </Section>
  )
}

function WhenSection() {
  const t = useWords()
  const copy = useCopy()
  const locale = useLocale()
  const { calls, isSample } = timetable(locale)
  if (calls.length === 0)
    return (
      <Section name={t('when.name')} title={t('when.inApp')} id="when">
        <p className="mt-4 max-w-measure">{copy.withoutTimes}</p>
      </Section>
    )
  return (
    <Section name={t('when.name')} title={t('when.title')} id="when">
      {isSample && (
        <div className="mt-6">
          <Notice kind="warn" title={t('when.samples')} text={copy.sample} />
        </div>
      )}
      <div className="mt-8">
        <Island when="seen" messages={['timetable']}>
          <Timetable calls={calls} words={callWords(locale)} />
        </Island>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="alt" href={`${paths.sessions}/timetable.ics`} download>
          {t('when.addToCalendar')}
        </Button>
        <p className="max-w-96 text-sm text-muted">{copy.calendar}</p>
      </div>
    </Section>
  )
}

/** The next call and who hosts it, as far as the owner has set them. */
function NextCallBox() {
  const t = useWords()
  const locale = useLocale()
  const hosts = withServiceFacts(useCopy().hosts, locale)
  const { calls, isSample } = timetable(locale)
  if (calls.length === 0) return null
  return (
    <div className="ground-tint mt-8 max-w-144 p-5 sm:p-6">
      <NextCall calls={calls} words={callWords(locale)} />
      {hosts.map(({ text }) => (
        <p key={text} className="text-md">
          {text}
        </p>
      ))}
      <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm text-muted">
        <a href="#when" className="link tap font-semibold">
          {t('next.all')}
        </a>
        {isSample && t('next.sample')}
      </p>
    </div>
  )
}

function YourFirstTimeSection() {
  const t = useWords()
  return (
    <Section name={t('firstTime.name')} title={t('firstTime.title')}>
      <div className="mt-6 max-w-measure space-y-4">
        {useCopy().firstTime.map((text) => (
          <p key={text}>
            <Words of={text} />
          </p>
        ))}
      </div>
      <div className="mt-8">
        <TrialCallToAction note={null} />
      </div>
    </Section>
  )
}

function WhatIsKnownSection() {
  const t = useWords()
  const copy = useCopy()
  return (
    <Section name={t('known.name')} title={t('known.title')} ground="sunken">
      <div className="mt-10">
        <TwoLists
          yes={{ title: t('known.found'), lines: copy.found }}
          no={{ title: t('known.unknown'), lines: copy.unknown }}
          sources={useSources()}
        />
      </div>
    </Section>
  )
}

export default function Sessions() {
  const t = useWords()
  const copy = useCopy()
  const locale = useLocale()
  return (
    <Page path={paths.sessions}>
      <PageHead
        title={t('title')}
        slogan={useTranslations('pages.sessions')('card')}
        lede={copy.lede}
        art={<OneSpeakerArt />}
      >
        <NextCallBox />
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <FirstMinuteSection />
      <WhenSection />
      <Section name={t('ways.name')} title={t('ways.title')} ground="sunken" wide>
        <Lanes lanes={copy.ways} />
      </Section>
      <TheAgendaSection />
      <TheRulesSection />
      <Section name={t('facts.name')} title={t('facts.title')}>
        <DefinitionList items={withServiceFacts(copy.facts, locale)} className="mt-10 border-t border-hair pt-5" />
      </Section>
      <Section name={t('expect.name')} title={t('expect.title')} ground="sunken">
        <DefinitionList items={copy.expect} className="mt-10 border-t border-hair pt-5" />
      </Section>
      <YourFirstTimeSection />
      <WhatIsKnownSection />
      <Sources sources={useSources()} />
    </Page>
  )
}
