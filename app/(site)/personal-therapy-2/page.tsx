import type { Metadata } from 'next'
import { Handed, Letters, OneToOne } from '@/components/site/art-talk'
import { TwoVoices } from '@/components/site/art-feature'
import { Lanes } from '@/components/site/lanes'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Spread } from '@/components/site/spread'
import { Terms } from '@/components/site/terms'
import { TwoLists } from '@/components/site/two-lists'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/evidence'
import { pages } from '@/lib/pages'
import { paths, sampleTherapist } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.personal)

const sources = citations('baxter-2015', 'brignell-2020', 'connery-2021', 'menzies-2008', 'carey-2014')

const formats = [
  ['types', 'A text session', 'Nobody hears anything, and nothing is shortened.'],
  ['unseen', 'Video, camera off', 'For you, or for both. A voice is enough.'],
  ['speaks', 'Video, camera on', 'Face to face. Block as long as a block takes.'],
] as const

const told = [
  ['Role', 'Speech and language therapist, or what else the person was trained as.'],
  ['Licence', 'Which country or state gave it, and where you can look it up yourself.'],
  ['Approach', 'What happens in a session, what studies call it, and what they found for it and against it.'],
  ['Languages', 'All in which the person works, so that you can be in your own.'],
  ['Formats', 'In writing, on video, or both.'],
  ['Waiting time', 'Until the first free session, and when that was last checked.'],
  ['Cost', 'The whole amount, before you book.'],
] as const

export default function PersonalTherapy() {
  return (
    <Page path={paths.personal}>
      <PageHead
        title="One person, and all the time your words take."
        lede="Sessions with a speech and language therapist for adults who stutter (stammer), in writing or on video."
        art={<TwoVoices />}
      >
        <div className="mt-8">
          <Button href={paths.therapist(sampleTherapist)} size="big">
            See a sample profile
          </Button>
          <p className="mt-3 text-sm text-muted">No therapist is listed yet. Nobody here is invented.</p>
        </div>
      </PageHead>
      <Section name="How it goes" ground="sunken" wide>
        <div className="mt-10 grid gap-16 lg:mt-4 lg:gap-26">
          <Spread title="You write first" art={<Letters />} turned>
            <p>
              What you would like to change, what you have tried, and what you never want to do again. As long or as
              short as you like. The answer comes in writing, before you book anything.
            </p>
          </Spread>
          <Spread title="Then you meet, your way" art={<OneToOne />}>
            <p>
              The first question is what a good week would be for you. It does not have to be about your speech. You may
              answer it later, and you may change the format in the middle.
            </p>
          </Spread>
          <Spread title="You take it with you" art={<Handed />} turned>
            <p>
              Afterwards a short note comes in writing, with the thing that you want to try, if there is one. Then
              nothing happens until you write again.
            </p>
          </Spread>
        </div>
      </Section>
      <Section name="Formats" title="Three rooms. One of them is silent." wide>
        <Lanes lanes={formats} />
      </Section>
      <Section name="Who" title="What you are told before you decide" ground="sunken">
        <Terms of={told} className="mt-10 border-t border-hair pt-5" />
        <div className="mt-10">
          <Notice kind="warn" title="No therapist is listed yet">
            <p>
              Until somebody real can be named, the only profile is{' '}
              <a href={paths.therapist(sampleTherapist)} className="link">
                one that says that it is a sample
              </a>
              . If you need somebody now, the professional body of speech and language therapists where you live can
              tell you who is licensed.
            </p>
          </Notice>
        </div>
      </Section>
      <Section name="What is known" title="One person’s help, and what it cannot promise">
        <div className="mt-10">
          <TwoLists
            yes={{
              title: 'What studies found',
              lines: (
                <>
                  <li>
                    Most approaches may help some people, and people differ considerably.
                    <Cite of={sources} id="baxter-2015" />
                  </li>
                  <li>
                    Speech restructuring: 50 to 57% less stuttering on average in a review of trials, and nobody at the
                    level of people who do not stutter.
                    <Cite of={sources} id="brignell-2020" /> Nine trials pooled: no significant difference.
                    <Cite of={sources} id="connery-2021" />
                  </li>
                  <li>
                    Cognitive behaviour therapy, 32 people: psychological gains that lasted 12 months. Fluency did not
                    improve.
                    <Cite of={sources} id="menzies-2008" />
                  </li>
                  <li>
                    Treatment by webcam, 16 adolescents: from 6.1% to 2.8% of syllables stuttered after 12 months, but
                    efficient for only half of them.
                    <Cite of={sources} id="carey-2014" />
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
                  <li>Whether sessions in writing do what sessions by voice do: we know of no study.</li>
                </>
              ),
            }}
          />
        </div>
      </Section>
      <Sources of={sources} ground="sunken" />
    </Page>
  )
}
