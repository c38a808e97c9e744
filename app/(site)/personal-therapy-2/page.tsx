import type { Metadata } from 'next'
import { TwoVoicesArt } from '@/components/site/art-feature'
import { WrittenNoteArt, WritingFirstArt, OneToOneArt } from '@/components/site/art-talk'
import { Lanes } from '@/components/site/lanes'
import { DefinitionList, TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section, Spread } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths, sampleTherapist } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.personal)

const sources = citations('baxter-2015', 'brignell-2020', 'connery-2021', 'menzies-2008', 'carey-2014')

const formats = [
  ['types', 'A text session', 'You write to each other, without sound or picture.'],
  ['unseen', 'Video, camera off', 'For you, or for both. A voice is enough.'],
  ['speaks', 'Video, camera on', 'Face to face. A block can take as long as it takes.'],
] as const

const therapistFacts = [
  ['Role', 'Speech and language therapist, or whatever else the person trained as.'],
  ['Licence', 'Which country or state issued it, and where you can look it up yourself.'],
  ['Approach', 'What happens in a session, what studies call it, and what they found for and against it.'],
  ['Languages', 'The languages you can use with this person.'],
  ['Formats', 'By text, on video, or both.'],
  ['Waiting time', 'Until the first open appointment, and when that was last checked.'],
  ['Cost', 'The price, and whether tax is included, before you book.'],
] as const

function Head() {
  return (
    <PageHead
      title="One person, and all the time your words take."
      lede="Sessions with one therapist, in writing or on video, for adults who stutter (stammer). We don’t offer them yet. Here’s how they’ll work."
      art={<TwoVoicesArt />}
    >
      <div className="mt-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button href={paths.therapist(sampleTherapist)} size="big">
            See a sample profile
          </Button>
          <a href={paths.contact} className="link tap font-semibold">
            Tell us if you’d like this
          </a>
        </div>
        <p className="mt-3 text-sm text-muted">No therapist is listed yet.</p>
      </div>
    </PageHead>
  )
}

function HowItWillGoSection() {
  return (
    <Section name="How it will go" ground="sunken" wide>
      <div className="mt-10 grid gap-16 lg:mt-4 lg:gap-26">
        <Spread title="You’ll write first" art={<WritingFirstArt />} turned>
          <p>
            You’ll say what you’d like to change, what you’ve tried, and what you never want to do again, at any length.
            The therapist will answer before you book anything.
          </p>
        </Spread>
        <Spread title="Then you’ll meet, your way" art={<OneToOneArt />}>
          <p>
            The first question will be what you’d like to make easier in an ordinary week. It doesn’t have to be about
            your speech. You can answer later, or change the format halfway.
          </p>
        </Spread>
        <Spread title="You’ll get a short note" art={<WrittenNoteArt />} turned>
          <p>
            Afterwards, the therapist will write down the one thing you’d like to try, if there is one. You’ll decide
            whether and when to write again.
          </p>
        </Spread>
      </div>
    </Section>
  )
}

function WhoSection() {
  return (
    <Section name="Who" title="What we’ll tell you before you decide" ground="sunken">
      <DefinitionList items={therapistFacts} className="mt-10 border-t border-hair pt-5" />
      <div className="mt-10">
        <Notice kind="warn" title="No therapist is listed yet">
          <p>
            Until we can name a real person, the only profile is{' '}
            <a href={paths.therapist(sampleTherapist)} className="link">
              a sample, and says so
            </a>
            . If you need someone now, the professional body of speech and language therapists where you live can tell
            you who is licensed.
          </p>
        </Notice>
      </div>
    </Section>
  )
}

function WhatIsKnownSection() {
  return (
    <Section name="What is known" title="Help from one person, and its limits">
      <div className="mt-10">
        <TwoLists
          yes={{
            title: 'What studies found',
            lines: (
              <>
                <li>
                  Most approaches may help some of the people who try them, and one person’s result can be very
                  different from another’s.
                  <Cite sources={sources} id="baxter-2015" />
                </li>
                <li>
                  Speech restructuring: 50 to 57% less stuttering on average in one review of trials, and in none of the
                  trials did people end up speaking like those who don’t stutter.
                  <Cite sources={sources} id="brignell-2020" /> Another review pooled nine trials and found no
                  statistically significant difference.
                  <Cite sources={sources} id="connery-2021" />
                </li>
                <li>
                  Cognitive behaviour therapy, 32 people: psychological gains that lasted 12 months. Fluency did not
                  improve.
                  <Cite sources={sources} id="menzies-2008" />
                </li>
                <li>
                  Treatment by webcam, 16 adolescents: they stuttered on 6.1% of syllables before it and on 2.8% at 12
                  months, but it was efficient for just half of the group.
                  <Cite sources={sources} id="carey-2014" />
                </li>
              </>
            ),
          }}
          no={{
            title: 'What nobody can tell you',
            lines: (
              <>
                <li>Which approach, or which person, will suit you.</li>
                <li>How you will sound in a year.</li>
                <li>Whether sessions in writing work as well as sessions by voice. We know of no study.</li>
              </>
            ),
          }}
        />
      </div>
    </Section>
  )
}

export default function PersonalTherapy() {
  return (
    <Page path={paths.personal}>
      <Head />
      <HowItWillGoSection />
      <Section name="Formats" title="Three ways to meet" wide>
        <Lanes lanes={formats} />
      </Section>
      <WhoSection />
      <WhatIsKnownSection />
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
