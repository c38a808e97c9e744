import type { Metadata } from 'next'
import { LivePrice } from '@/components/pricing/live-price'
import { AppScreens } from '@/components/site/app-screens'
import { TalkBand } from '@/components/site/art'
import { EvidencePair } from '@/components/site/evidence-pair'
import { Lanes } from '@/components/site/lanes'
import { TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { FirstQuestions, Question } from '@/components/site/questions'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { ToolList } from '@/components/site/tool-list'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { CroppedPicture } from '@/components/ui/cropped-picture'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.home)

const sources = citations('nidcd', 'brignell-2020', 'connery-2021')
const linkClass = 'link tap font-semibold'

const whatYouGet = [
  [
    paths.features,
    'Practice at your own pace',
    'Short exercises in an app, aloud or in silence. There’s no timer and no streak, and you can skip days.',
  ],
  [
    paths.sessions,
    'Calls with others who stutter',
    'Small groups on video, with a host. Talk, type, leave your camera off, or just listen for the whole hour.',
  ],
  [
    paths.protocol,
    'The protocol, with its evidence',
    'Four parts: Ease, Carry, Tell and Together. Each comes with every study we know of, including those that found no effect.',
  ],
] as const

const waysToTakePart = [
  ['speaks', 'Speaks', 'as long as it takes'],
  ['types', 'Types', 'in the chat'],
  ['unseen', 'Camera off', 'but speaks'],
  ['passes', 'Passes', 'no reason needed'],
] as const

const fitsIf = (
  <>
    <li>you’re an adult who stutters, and you’d like to meet others who do</li>
    <li>you want to practise alone first, with nobody waiting</li>
    <li>you’d rather write than phone</li>
    <li>you want to see the evidence before you commit</li>
  </>
)

const notOffered = (
  <>
    <li>
      a cure: there is none at present
      <Cite sources={sources} id="nidcd" />
    </li>
    <li>a diagnosis, or advice about medicines</li>
    <li>a promise about how you’ll sound in a month</li>
    <li>help in an emergency: contact your local emergency services</li>
  </>
)

function WhatYouGetSection() {
  return (
    <Section name="What you get" title="Use one part, or all of them." wide>
      <ul className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-3 lg:mt-10">
        {whatYouGet.map(([href, title, text]) => (
          <li key={href} className="border-t border-hair pt-4">
            <h3>
              <a href={href} className="link tap">
                {title}
              </a>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="grid gap-x-12 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <AppScreens />
        </div>
        <div className="hidden pt-8 pb-14 lg:block">
          <CroppedPicture src="/pictures/path.jpg" width={768} height={480} className="h-0 min-h-full w-full" />
        </div>
      </div>
    </Section>
  )
}

function PriceSection() {
  return (
    <Section id="price" name="The price" title="No surprise charges." ground="tint">
      <Island when="seen">
        <LivePrice />
      </Island>
      <p className="mt-4 max-w-measure">
        Before you enter your card details, you see the price, whether tax is included, and the date of the first
        charge. You can cancel any plan online, in two clicks.
      </p>
      <Button href={paths.pricing} data-pricing-link suppressHydrationWarning size="big" className="mt-6">
        See what a plan includes
      </Button>
    </Section>
  )
}

function EvidenceSection() {
  return (
    <Section name="The evidence" title="Two reviews, two different answers." wide>
      <EvidencePair sources={sources} />
      <p className="max-w-measure">
        No study has tested Unhurried itself. Studies can suggest what’s worth trying. Only you can say whether it was
        worth it. We don’t measure anyone’s fluency.
      </p>
      <a href={paths.protocol} className={`${linkClass} mt-4`}>
        Read the protocol and its studies
      </a>
    </Section>
  )
}

function QuestionsSection() {
  return (
    <Section name="Questions" title="What people ask first." ground="sunken">
      <div className="mt-6">
        <FirstQuestions sources={sources} />
        <Question id="for-me" title="Is it for me?">
          <TwoLists
            yes={{ title: 'It may be for you if', lines: fitsIf }}
            no={{ title: 'It is not', lines: notOffered }}
            level="h4"
          />
        </Question>
        <Question id="health" title="What do you do with what I tell you about my speech?">
          <p>
            It’s health data, so we ask for very little and tell you where it goes. Our privacy policy explains{' '}
            <a href={`${paths.privacy}#health`} className="link">
              what we keep about your health
            </a>{' '}
            in plain words. You can download or delete your data on your profile.
          </p>
        </Question>
      </div>
      <a href={paths.faq} className={`${linkClass} mt-6`}>
        All questions
      </a>
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
            For people who stutter (stammer): short practice in an app, group video calls, and a therapy protocol that
            shows its evidence.
          </p>
          <TrialCallToAction />
        </div>
      </div>
      <TalkBand className="h-[clamp(11rem,27vw,24rem)]" />
      <WhatYouGetSection />
      <Section name="Try it" title="Three small tools. Free, and no account needed." ground="sunken">
        <ToolList />
      </Section>
      <Section name="Group calls" title="Four people in one call. Two of them don’t speak." wide>
        <p className="mt-4 max-w-144 text-lg lg:ms-60">
          Passing and typing count as much as speaking. Nobody finishes anyone else’s sentence.
        </p>
        <Lanes lanes={waysToTakePart} narrow />
        <a href={paths.sessions} className={`${linkClass} mt-6 lg:ms-60`}>
          How calls work, and when
        </a>
      </Section>
      <PriceSection />
      <EvidenceSection />
      <QuestionsSection />
      <Sources sources={sources} />
    </Page>
  )
}
