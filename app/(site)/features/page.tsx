import type { Metadata } from 'next'
import { AskAndAnswer, Prolongation, Repetition, Turns } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { PriceLinks } from '@/components/site/price-links'
import { Rows } from '@/components/site/rows'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/evidence'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.features,
  title: 'Features',
  description:
    'What is in Unhurried: short practice at your own pace, group video calls with fair turns, a protocol with sources, and help in writing.',
})

const sources = citations('feedback-1996', 'buzzeti-2018', 'baxter-2015')

const parts = [
  {
    title: 'Practice that waits for you',
    text: 'A few minutes at a time, aloud or in silence. Stop in the middle, and the middle is where you go on.',
    art: <Repetition />,
  },
  {
    title: 'A slow gear you can choose',
    text: 'Easier beginnings and longer sounds, to try alone first. You decide whether they ever leave the room.',
    art: <Prolongation />,
  },
  {
    title: 'Group video calls',
    text: (
      <>
        Small groups with an agenda and fair turns. There is always a way to take part without speaking.{' '}
        <a href={paths.sessions} className="link">
          How a call runs
        </a>
      </>
    ),
    art: <Turns />,
  },
  {
    title: 'Questions, answered in writing',
    text: 'Ask before you join, while you are here, and after you have left. Nobody will phone you.',
    art: <AskAndAnswer />,
  },
]

export default function Features() {
  return (
    <Page path={paths.features}>
      <PageHead
        title="Everything here can wait for you."
        lede="What you get, what each part is for, and what nobody knows about it yet."
      >
        <div className="mt-8">
          <PriceLinks />
        </div>
      </PageHead>
      <Section name="What is in it" ground="sunken">
        <Rows rows={parts} />
      </Section>
      <Section name="What is not in it" title="No streaks. No scores. No red numbers.">
        <div className="mt-6 max-w-measure space-y-4">
          <p>
            Nothing here measures how fluent you are, and nothing is lost when you stay away. A good week is one in
            which you said what you wanted to say.
          </p>
          <p>
            Devices that play your voice back with a delay have been studied, too. In one study 14 adults stuttered less
            while they read aloud with a delay of 25 to 75 milliseconds.
            <Cite of={sources} id="feedback-1996" /> In another, with 30 people, a delay did not reduce most of what was
            counted.
            <Cite of={sources} id="buzzeti-2018" /> Read the two together.
          </p>
        </div>
        <div className="mt-10">
          <Notice title="How sure is any of this?">
            <p>
              Most approaches may help some people, and people differ considerably.
              <Cite of={sources} id="baxter-2015" /> None of these studies tested Unhurried.
            </p>
          </Notice>
        </div>
      </Section>
      <Sources of={sources} />
    </Page>
  )
}
