import type { Metadata } from 'next'
import { AskAndAnswer, Block } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Rows } from '@/components/site/rows'
import { Section } from '@/components/site/section'
import { Notice } from '@/components/ui/notice'
import { paths, sampleTherapist } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.personal,
  title: 'Personal therapy',
  description:
    'Sessions with one therapist, in writing or on video: what you are told before you decide, how a first session goes, and what it cannot promise.',
})

const steps = [
  {
    title: 'You write first',
    text: 'What you would like to change, what you have tried, and what you never want to do again. As long or as short as you like.',
    art: <AskAndAnswer />,
  },
  {
    title: 'Then you meet, your way',
    text: 'In a text session, on video with the camera off, or on video. You can change your mind in the middle.',
    art: <Block />,
  },
]

export default function PersonalTherapy() {
  return (
    <Page path={paths.personal}>
      <PageHead
        title="One person, and all the time your words take."
        lede="Sessions with a speech and language therapist, by text or on video."
      />
      <Section name="How it goes" ground="sunken">
        <Rows rows={steps} />
      </Section>
      <Section name="Who" title="What you are told before you decide">
        <p className="mt-6 max-w-measure">
          The therapist’s role, where the person is licensed, the approach and its evidence, languages, formats, and how
          long the wait is.{' '}
          <a href={paths.therapist(sampleTherapist)} className="link">
            See a sample profile
          </a>
          .
        </p>
        <div className="mt-10">
          <Notice title="No therapist is listed yet">
            <p>Until somebody real is here to be named, the only profile is one that says that it is a sample.</p>
          </Notice>
        </div>
      </Section>
    </Page>
  )
}
