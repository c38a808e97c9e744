import type { Metadata } from 'next'
import { HourPart, OneSpeakerArt } from '@/components/site/art-call'
import { Lanes } from '@/components/site/lanes'
import { DefinitionList, TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Timetable } from '@/components/site/timetable'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { Notice } from '@/components/ui/notice'
import { callRules } from '@/lib/content/pages/call-rules'
import { citations } from '@/lib/content/pages/evidence'
import { timetable } from '@/lib/content/pages/timetable'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.sessions)

const sources = citations('boyle-2013', 'groups-review', 'bloye-2023')

const waysToTakePart = [
  ['speaks', 'You speak', 'Nobody times your turn. A block is part of it.'],
  ['types', 'You type', 'In the chat, at your speed. Someone reads it aloud if you like.'],
  ['unseen', 'Camera off', 'For the whole call or for a moment. You’re still part of it.'],
  ['passes', 'You pass', 'Say or type “pass”. You don’t need a reason.'],
  ['listens', 'You only listen', 'Say so in the chat, and we won’t ask again.'],
] as const

const agenda = [
  ['arrive', 10, 'Arriving', 'Say hello by voice, in the chat, or not at all. Late is fine.'],
  ['ask', 15, 'One question', 'You’ll get it the day before. There’s quiet time to think, too.'],
  [
    'turns',
    25,
    'Turns',
    'Everyone can see the order and change it. Nobody gets called on. If time runs out before your turn, go first next time, or write it in the chat.',
  ],
  ['close', 10, 'The end', 'One line each, if you like. The call ends on time.'],
] as const

const firstTimeSteps = [
  ['The day before', 'You get the question in writing. Think about it, write something down, or do neither.'],
  ['When you come in', 'Camera and sound are off. You choose the name others see. It doesn’t have to be your own.'],
  ['In the middle', 'Leave whenever you want. Come back if you like. Nobody asks where you were.'],
  ['Afterwards', 'Nobody rates how you spoke, and nobody writes to ask why you were quiet.'],
] as const

function TheAgendaSection() {
  return (
    <Section name="The agenda" title="You’ll know what comes next." wide>
      <ol className="mt-10 grid gap-10 lg:mt-16 lg:grid-cols-[10fr_15fr_25fr_10fr] lg:gap-0">
        {agenda.map(([part, minutes, name, text]) => (
          <li key={part}>
            <HourPart part={part} minutes={minutes} />
            <div className="mt-2 lg:mt-4 lg:pe-6">
              <p className="text-sm text-muted">{minutes} minutes</p>
              <h3>{name}</h3>
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
        {callRules.map(([title, text], index) => (
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

function WhenSection() {
  return (
    <Section name="When" title="An example week." id="when">
      <div className="mt-6">
        <Notice kind="warn" title="This is an example">
          <p>
            It shows how calls are spread over a week. The calls you can join, with their real times, are in the app
            once you’ve signed up.
          </p>
        </Notice>
      </div>
      <div className="mt-10">
        <Island when="seen">
          <Timetable calls={timetable.calls} />
        </Island>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="alt" href={`${paths.sessions}/timetable.ics`} download>
          Add to your calendar
        </Button>
        <p className="max-w-96 text-sm text-muted">
          The file (.ics) has the next four weeks of the example. Each entry says it’s an example and shows you as free.
        </p>
      </div>
    </Section>
  )
}

function YourFirstTimeSection() {
  return (
    <Section name="Your first time" title="You don’t have to say anything.">
      <div className="mt-6 max-w-measure space-y-4">
        <p>
          Camera and sound are off when you arrive, and can stay off. Write “first time” in the chat if you want the
          host to explain each step before it comes.
        </p>
        <p>
          You may feel tired afterwards, or a call may bring something back. That’s all right. Nobody expects you to
          come again, and the rest of Unhurried works without the calls.
        </p>
        <p>
          You can also{' '}
          <a href={paths.toolCall} className="link">
            rehearse a call
          </a>{' '}
          first, in writing. At each turn you choose what to do.
        </p>
      </div>
      <div className="mt-8">
        <TrialCallToAction note={false} />
      </div>
    </Section>
  )
}

function WhatIsKnownSection() {
  return (
    <Section name="What is known" title="About groups of people who stutter" ground="sunken">
      <div className="mt-10">
        <TwoLists
          yes={{
            title: 'What studies found',
            lines: (
              <>
                <li>
                  Of 279 people asked once, those in a support group reported less self-stigma.
                  <Cite sources={sources} id="boyle-2013" />
                </li>
                <li>
                  Nine controlled studies were mostly positive. Some found no effect.
                  <Cite sources={sources} id="groups-review" />
                </li>
                <li>
                  Thirteen members described acceptance and community.
                  <Cite sources={sources} id="bloye-2023" />
                </li>
              </>
            ),
          }}
          no={{
            title: 'What is not known',
            lines: (
              <>
                <li>What our calls do. None of these studies looked at them.</li>
                <li>Which came first. People who think better of themselves may be more likely to join.</li>
                <li>Whether meeting on a screen works as well as meeting in a room.</li>
              </>
            ),
          }}
        />
      </div>
    </Section>
  )
}

export default function Sessions() {
  return (
    <Page path={paths.sessions}>
      <PageHead
        title="A call where waiting is part of the turn."
        lede="Group video calls with other people who stutter (stammer), and a host who keeps the turns fair."
        art={<OneSpeakerArt />}
      >
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <Section name="Taking part" title="Five ways to take part. Three need no voice." ground="sunken" wide>
        <Lanes lanes={waysToTakePart} />
      </Section>
      <TheAgendaSection />
      <TheRulesSection />
      <WhenSection />
      <Section name="Before and after" title="What to expect before and after" ground="sunken">
        <DefinitionList items={firstTimeSteps} className="mt-10 border-t border-hair pt-5" />
      </Section>
      <YourFirstTimeSection />
      <WhatIsKnownSection />
      <Sources sources={sources} />
    </Page>
  )
}
