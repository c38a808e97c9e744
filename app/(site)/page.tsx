import type { Metadata } from 'next'
import { Nested, TalkBand } from '@/components/site/art'
import { Alone, Company } from '@/components/site/art-talk'
import { EvidencePair } from '@/components/site/evidence-pair'
import { HomePrice } from '@/components/site/home-price'
import { HomeWeek } from '@/components/site/home-week'
import { Lanes } from '@/components/site/lanes'
import { Key } from '@/components/site/legend'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { FirstQuestions } from '@/components/site/questions'
import { Section, Spread } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { ToolList } from '@/components/site/tool-list'
import { PriceLinks } from '@/components/site/trial-link'
import { TwoLists } from '@/components/site/lists'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.home)

const sources = citations('nidcd', 'brignell-2020', 'connery-2021')
const go = 'link tap font-semibold'

const parts = [
  ['ease', 'Ease', 'Another way into a word.'],
  ['carry', 'Carry', 'The worry that comes along.'],
  ['tell', 'Tell', 'Saying first that you stutter, or not.'],
  ['together', 'Together', 'Time with others who stutter.'],
] as const

const ways = [
  ['speaks', 'Speaks', 'as long as it takes'],
  ['types', 'Types', 'in the chat'],
  ['unseen', 'Camera off', 'and speaks'],
  ['passes', 'Passes', 'without a reason'],
] as const

const yes = (
  <>
    <li>you are an adult who stutters, and you would like company in it</li>
    <li>you want to practise alone first, where nobody waits for you to finish</li>
    <li>you would rather write than phone, here and everywhere</li>
    <li>you want to see what a method rests on before you give it a month</li>
  </>
)

const no = (
  <>
    <li>
      a cure: there is none at the moment
      <Cite of={sources} id="nidcd" />
    </li>
    <li>a diagnosis, or advice about medicines</li>
    <li>a forecast of your voice in a month</li>
    <li>help in an emergency: for that, use the emergency service where you live</li>
  </>
)

function WhatHelpIsOfferedSection() {
  return (
    <Section name="What help is offered" title="Practice, calls, and a protocol with its sources." wide>
      <div className="mt-10 grid grid-cols-1 gap-16 lg:mt-16 lg:gap-26">
        <Spread title="Practice at your own pace" art={<Alone />}>
          <p>
            Short exercises in an app, which you do alone, aloud or in silence. There is no timer and no streak. You can
            skip days.
          </p>
        </Spread>
        <Spread title="Calls with other people who stutter" art={<Company />} turned>
          <p>
            Small groups on video, with a host who watches over the turns. Talk, write, leave the camera off. You can be
            there for a whole hour and say nothing.
          </p>
        </Spread>
        <Spread
          title="A protocol that shows its evidence"
          art={
            <div className="max-w-md lg:ms-auto">
              <Nested runs="end" />
            </div>
          }
        >
          <p>
            Four parts, and what is known about help through a screen. Beside each stand the studies we know of,
            whatever they found. Ease, Carry and Tell can be practised alone.
          </p>
        </Spread>
      </div>
      <div className="mt-16 lg:mt-26">
        <TwoLists yes={{ title: 'It may be for you if', lines: yes }} no={{ title: 'It is not', lines: no }} />
      </div>
    </Section>
  )
}

function EvidenceSection() {
  return (
    <Section name="The protocol and its evidence" title="Two reviews, two different answers." wide>
      <EvidencePair sources={sources} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <div>
          <p className="text-xl leading-snug tracking-tight">We know of no study of Unhurried itself.</p>
          <p className="mt-4 max-w-measure">
            Studies can suggest what may be worth a try. Only you can say whether it was worth it for you. We do not
            measure anybody’s fluency.
          </p>
          <a href={paths.protocol} className={`${go} mt-4`}>
            Read the protocol
          </a>
        </div>
        <ul className="self-start">
          {parts.map(([id, name, text]) => (
            <li key={id} className="border-t border-hair first:border-0">
              <a href={`${paths.protocol}#${id}`} className="group flex min-h-14 flex-wrap items-baseline gap-x-3 py-3">
                <span className="font-semibold text-primary group-hover:underline">{name}</span>
                <span className="text-muted">{text}</span>
              </a>
            </li>
          ))}
          <li className="border-t border-hair pt-3">
            <a href={`${paths.protocol}#screen`} className={go}>
              And what is known about help through a screen
            </a>
          </li>
        </ul>
      </div>
    </Section>
  )
}

function QuestionsSection() {
  return (
    <Section name="Questions" title="What people ask before anything else.">
      <div className="mt-10">
        <FirstQuestions sources={sources} />
      </div>
      <a href={paths.faq} className={`${go} mt-6`}>
        All questions
      </a>
      <div className="mt-16 max-w-184 border-s-9 border-accent ps-6">
        <h3>What you tell us about your speech is health data</h3>
        <p className="mt-2">
          So we ask for little of it, and say where it goes.{' '}
          <a href={`${paths.privacy}#health`} className="link">
            What is kept about your health
          </a>{' '}
          is in the privacy policy, in plain words. On your profile you can download or delete your account, your plan
          and the messages that you sent from your confirmed address.
        </p>
      </div>
    </Section>
  )
}

export default function Home() {
  return (
    <Page path={paths.home} heatmap>
      <div className="mx-auto max-w-page px-gut pt-10 pb-6 lg:pt-14">
        <h1 className="max-w-[15ch] lg:text-7xl lg:tracking-[-0.04em]">Speech therapy that lets you finish.</h1>
        <div className="mt-6 grid gap-6 lg:mt-9 lg:grid-cols-[minmax(0,34rem)_auto] lg:justify-between">
          <p className="max-w-144 text-lg md:text-xl">
            For people who stutter (stammer): short practice in an app, group calls on video, and a protocol that shows
            what it rests on.
          </p>
          <PriceLinks />
        </div>
      </div>
      <TalkBand />
      <div className="mx-auto max-w-page px-gut">
        <Key />
      </div>
      <WhatHelpIsOfferedSection />
      <HomeWeek />
      <Section name="Try it" title="Three small tools, free and without an account.">
        <ToolList />
      </Section>
      <EvidenceSection />
      <Section name="Group calls" title="Four people in one call. Two of them use no voice." ground="sunken" wide>
        <p className="mt-6 max-w-144 text-lg lg:ms-60">
          Passing and typing count as much as speaking. Nobody finishes anybody else’s sentence.
        </p>
        <Lanes lanes={ways} narrow />
        <a href={paths.sessions} className={`${go} mt-10 lg:ms-60`}>
          How a call runs, and when
        </a>
      </Section>
      <HomePrice />
      <QuestionsSection />
      <Sources of={sources} ground="sunken" />
    </Page>
  )
}
