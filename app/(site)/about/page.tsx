import type { Metadata } from 'next'
import { TalkBand } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.about,
  title: 'About us',
  description:
    'What Unhurried is for, how it decides what to say about stuttering, how it earns its money, and what it will not do.',
})

export default function About() {
  return (
    <Page path={paths.about}>
      <PageHead
        title="Made for people who are told to hurry."
        lede="Unhurried is a speech therapy service for people who stutter (stammer): an app, group video calls, and a protocol that shows its sources."
      />
      <TalkBand className="h-[clamp(9rem,18vw,15.6rem)]" />
      <Section name="Why the drawings" title="A pause weighs as much as a word.">
        <p className="mt-6 max-w-measure">
          Every picture here is a score on one line. A half circle is a sound, a bar is a pause or somebody who listens,
          and the bar always has exactly the area of the sound beside it. Three small swells before a large one are a
          repetition, and they are drawn as what they are: part of the talk.
        </p>
      </Section>
      <Section name="How we decide" title="What is said here, and what is not" ground="sunken">
        <div className="prose mt-6">
          <p>
            A statement about stuttering carries a number that leads to its source. Where studies disagree, you read
            both. Where nothing is known, it says so.
          </p>
          <p>
            You will not find a cure here, a promise in per cent, a before and after, or a quotation from somebody who
            does not exist.
          </p>
        </div>
      </Section>
      <Section name="How we are paid" title="By subscriptions, and by nothing else">
        <p className="mt-6 max-w-measure">
          There are no advertisements. What you do here is not sold. You can cancel in two clicks on your profile, in
          writing, without a reason.
        </p>
      </Section>
    </Page>
  )
}
