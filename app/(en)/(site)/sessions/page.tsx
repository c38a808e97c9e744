import { useTranslations } from 'next-intl'
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
import copy from '@/content/en/pages/sessions.json'
import tools from '@/content/en/pages/tools.json'
import { citations } from '@/lib/content/pages/evidence'
import { firstMinute } from '@/lib/content/pages/first-call'
import { withServiceFacts } from '@/lib/service-facts'
import { timetable } from '@/lib/content/pages/timetable'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('sessions')

const sources = citations('en', ...copy.sources)
const { calls, isSample } = timetable

function TheAgendaSection() {
  return (
    <Section name="The agenda" title="You’ll know what comes next." wide>
      <ol className="mt-10 grid gap-10 lg:mt-16 lg:grid-cols-[10fr_15fr_25fr_10fr] lg:gap-0">
        {copy.agenda.map(({ part, minutes, title, text }) => (
          <li key={part}>
            <HourPart part={part} minutes={minutes} />
            <div className="mt-2 lg:mt-4 lg:pe-6">
              <p className="text-sm text-muted">{minutes} minutes</p>
              <h3>{title}</h3>
              <p className="mt-1 max-w-96 lg:text-md lg:leading-relaxed">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-measure text-sm text-muted">This is an example. The invitation has the real agenda.</p>
    </Section>
  )
}

function TheRulesSection() {
  return (
    <Section name="The rules" title="Four rules. The host reads them out and follows them." ground="sunken">
      <ol className="mt-10 grid gap-x-16 md:grid-cols-2">
        {tools.callRules.map(({ title, text }, index) => (
          <li key={title} className="border-t border-hair pt-4 pb-10">
            <span aria-hidden="true" className="block text-5xl text-accent">
              {index + 1}
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
  return (
    <Section name="Try it" title="The first minute, in writing." ground="sunken">
      <p className="mt-4 max-w-measure text-muted">{copy.minute}</p>
      <div className="mt-6">
        <Island>
          <FirstCall script={firstMinute}>
            <Button href={paths.toolCall}>Rehearse the whole call</Button>
          </FirstCall>
        </Island>
      </div>
    </Section>
  )
}

function WhenSection() {
  if (calls.length === 0)
    return (
      <Section name="When" title="Find the times in the app." id="when">
        <p className="mt-4 max-w-measure">{copy.withoutTimes}</p>
      </Section>
    )
  return (
    <Section name="When" title="Every week, in your own time." id="when">
      {isSample && (
        <div className="mt-6">
          <Notice kind="warn" title="These times are samples">
            <p>{copy.sample}</p>
          </Notice>
        </div>
      )}
      <div className="mt-8">
        <Island when="seen" messages={['timetable']}>
          <Timetable calls={calls} />
        </Island>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="alt" href={`${paths.sessions}/timetable.ics`} download>
          Add to your calendar
        </Button>
        <p className="max-w-96 text-sm text-muted">{copy.calendar}</p>
      </div>
    </Section>
  )
}

/** The next call and who hosts it, as far as the owner has set them. */
function NextCallBox() {
  const hosts = withServiceFacts(copy.hosts, 'en')
  if (calls.length === 0) return null
  return (
    <div className="ground-tint mt-8 max-w-144 p-5 sm:p-6">
      <NextCall calls={calls} />
      {hosts.map(({ text }) => (
        <p key={text} className="text-md">
          {text}
        </p>
      ))}
      <p className="mt-1 flex flex-wrap items-center gap-x-6 text-sm text-muted">
        <a href="#when" className="link tap font-semibold">
          All calls of the week
        </a>
        {isSample && '(sample)'}
      </p>
    </div>
  )
}

function YourFirstTimeSection() {
  return (
    <Section name="Your first time" title="You don’t have to say anything.">
      <div className="mt-6 max-w-measure space-y-4">
        {copy.firstTime.map((text) => (
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
  return (
    <Section name="What is known" title="About groups of people who stutter" ground="sunken">
      <div className="mt-10">
        <TwoLists
          yes={{ title: 'What studies found', lines: copy.found }}
          no={{ title: 'What is not known', lines: copy.unknown }}
          sources={sources}
        />
      </div>
    </Section>
  )
}

export default function Sessions() {
  return (
    <Page path={paths.sessions}>
      <PageHead
        title="Group video calls"
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
      <Section name="Taking part" title="Five ways to take part. Three need no voice." ground="sunken" wide>
        <Lanes lanes={copy.ways} />
      </Section>
      <TheAgendaSection />
      <TheRulesSection />
      <Section name="In short" title="Facts about our calls">
        <DefinitionList items={withServiceFacts(copy.facts, 'en')} className="mt-10 border-t border-hair pt-5" />
      </Section>
      <Section name="Before and after" title="What to expect before and after" ground="sunken">
        <DefinitionList items={copy.expect} className="mt-10 border-t border-hair pt-5" />
      </Section>
      <YourFirstTimeSection />
      <WhatIsKnownSection />
      <Sources sources={sources} />
    </Page>
  )
}
