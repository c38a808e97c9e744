import type { Metadata } from 'next'
import { AppScreens } from '@/components/site/app-screens'
import { ListeningArt } from '@/components/site/art-feature'
import {
  WrittenAnswerArt,
  ChosenTaskArt,
  ConversationArt,
  SlowSpeechArt,
  AloudAndSilentArt,
} from '@/components/site/art-talk'
import { Facts, Rows } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section, Spread } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { ToolList } from '@/components/site/tool-list'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.features)

const sources = citations(
  'baxter-2015',
  'menzies-2008',
  'brignell-2020',
  'connery-2021',
  'boyle-2013',
  'stamma',
  'feedback-1996',
  'buzzeti-2018',
)

const ownTerms = [
  {
    title: 'A protocol with its sources',
    text: (
      <>
        Four parts, each with every study we know of, including those that found no effect. You can practise Ease, Carry
        and Tell alone.{' '}
        <a href={paths.protocol} className="link">
          Read the protocol
        </a>
      </>
    ),
  },
  {
    title: 'Your notes stay yours',
    text: 'After you practise, write a line on paper or wherever you like. We don’t collect it or read it.',
  },
  {
    title: 'A slow connection is enough',
    text: 'You can read the pages without JavaScript. Only signing in, your profile and today’s prices need it. In a call, leaving your camera off also saves data.',
  },
  {
    title: 'Dark mode, keyboard and screen readers',
    text: 'Make the text as large as you need, or use just the keyboard or a screen reader. Nothing moves by itself.',
  },
  {
    title: 'Leave any time and take your data',
    text: (
      <>
        Cancel in two clicks. Download your data, or delete it.{' '}
        <a href={paths.refund} className="link">
          How cancelling works
        </a>
      </>
    ),
  },
]

function AloneSection() {
  return (
    <Section name="In the app, alone" title="Practise when nobody is listening." ground="sunken" wide>
      <AppScreens />
      <div className="mt-10 grid grid-cols-1 gap-16 lg:mt-16 lg:gap-26">
        <Spread title="Practice, aloud or in silence" art={<AloudAndSilentArt />}>
          <p>
            A few minutes at a time. With the sound off, it’s the same exercise at the same length, done in your head.
            You can do it on a bus, or beside someone asleep. Stop halfway and pick up where you left off.
          </p>
          <Facts
            purpose="Trying something where nobody is waiting, before you try it where someone is."
            unknown={
              <>
                Whether the effects of app practice last. Of everything reviewed, this is least certain for feedback
                devices and technology.
                <Cite sources={sources} id="baxter-2015" />
              </>
            }
          />
        </Spread>
        <Spread title="One small thing that you chose" art={<ChosenTaskArt />} turned>
          <p>
            Ask for the bill. Say your name first. Read a page to a child. You write down what you’d like to say and try
            it once that week. We don’t ask how it sounded.
          </p>
          <Facts
            purpose="Doing what you’d do if it didn’t matter how you sound."
            unknown={
              <>
                Whether steps you take alone help as much as steps with a therapist. In a trial of cognitive behaviour
                therapy with 32 people, the psychological gains were still there after 12 months. Fluency did not
                improve.
                <Cite sources={sources} id="menzies-2008" />
              </>
            }
          />
        </Spread>
        <Spread title="A slow gear, if you want one" art={<SlowSpeechArt />}>
          <p>
            Another way into a word: later, softer, with its first sound drawn out. You decide when it’s worth the
            effort.
          </p>
          <Facts
            purpose="One more way to begin, when you’d like one. It isn’t how you ought to speak."
            unknown={
              <>
                How much it helps. In one review of trials with adults, stuttering went down by 50 to 57% on average,
                and in none of the trials did people end up speaking like those who don’t stutter.
                <Cite sources={sources} id="brignell-2020" /> Another review pooled nine trials with 276 people and
                found no statistically significant difference from the groups they were compared with.
                <Cite sources={sources} id="connery-2021" />
              </>
            }
          />
        </Spread>
      </div>
    </Section>
  )
}

function WithOthersSection() {
  return (
    <Section name="With others" title="Meet other people who stutter, or write to us." wide>
      <div className="mt-10 grid grid-cols-1 gap-16 lg:mt-16 lg:gap-26">
        <Spread title="Group video calls" art={<ConversationArt />} turned>
          <p>
            Small groups with an agenda, a host, and turns that everyone can see. There is always a way to take part
            without speaking.{' '}
            <a href={paths.sessions} className="link">
              How a call runs
            </a>
          </p>
          <Facts
            purpose="Company. You hear other people stutter, and nobody finishes your words."
            unknown={
              <>
                What our calls do: no study looked at them. In one study, those who belonged to a support group reported
                less self-stigma; they were asked once, so nobody can say what came first.
                <Cite sources={sources} id="boyle-2013" />
              </>
            }
          />
        </Spread>
        <Spread title="Questions, answered in writing" art={<WrittenAnswerArt />}>
          <p>
            Ask before you join, while you’re here, or after you’ve left.{' '}
            <a href={paths.contact} className="link">
              Write to us
            </a>
            .
          </p>
          <Facts
            purpose={
              <>
                Answers without a phone call. Of 356 people who answered a survey, 65% had had problems when calling
                businesses.
                <Cite sources={sources} id="stamma" />
              </>
            }
            unknown="How long an answer takes. A person writes each one, so we can’t promise a time."
          />
        </Spread>
      </div>
    </Section>
  )
}

function WhatIsNotInSection() {
  return (
    <Section name="What isn’t in it" title="No streaks, no scores, nothing to lose.">
      <div className="mt-6 max-w-measure space-y-4">
        <p>
          Nothing here measures how fluent you are, and you lose nothing when you take a break. A good week is one when
          you said what you wanted to say.
        </p>
        <p>
          We don’t use delayed playback of your voice. In one study, 14 adults stuttered less while they read aloud with
          a delay of 25 to 75 milliseconds.
          <Cite sources={sources} id="feedback-1996" /> In another, with 30 people aged 8 to 46, a delay did not reduce
          most stuttering-like disfluencies.
          <Cite sources={sources} id="buzzeti-2018" /> Read the two together.
        </p>
      </div>
      <div className="mt-10">
        <Notice title="What to keep in mind">
          <p>
            Most approaches may help some of the people who try them, and one person’s result can be very different from
            another’s.
            <Cite sources={sources} id="baxter-2015" /> No study has tested Unhurried itself.
          </p>
        </Notice>
      </div>
      <div className="mt-10">
        <TrialCallToAction note={false} />
      </div>
    </Section>
  )
}

export default function Features() {
  return (
    <Page path={paths.features}>
      <PageHead
        title="Everything here can wait for you."
        lede="What you get as a person who stutters (stammers), what each part is for, and what isn’t known yet."
        art={<ListeningArt />}
      >
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <AloneSection />
      <WithOthersSection />
      <Section name="Try it" title="Three small tools. Free, and no account needed." ground="sunken">
        <ToolList />
      </Section>
      <Section name="On your terms" title="You decide how you use it, and when you leave.">
        <Rows rows={ownTerms} />
      </Section>
      <WhatIsNotInSection />
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
