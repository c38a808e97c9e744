import type { Metadata } from 'next'
import { TalkBand } from '@/components/site/art'
import { Legend } from '@/components/site/legend'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { citations } from '@/lib/content/pages/evidence'
import { siteSettings } from '@/lib/site-settings'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.about)

const sources = citations('stamma', 'nidcd')

const exclusions = [
  ['We don’t phone you,', 'not to welcome you, and not to change your mind when you cancel.'],
  ['We don’t promise a cure,', 'a date, or how you’ll sound.'],
  ['We don’t show before and after.', 'Your speech isn’t an advert.'],
  ['We don’t invent quotes,', 'and we show no ratings.'],
  ['We don’t count your days.', 'A week off is a week off.'],
]

const paragraphClass = 'mt-6 max-w-measure'

function WhatItIsForSection() {
  return (
    <Section name="What it is for" title="Saying what you want to say, in the time it takes.">
      <p className={paragraphClass}>
        In a survey by STAMMA, a charity for people who stammer, 356 people answered: 65% had had problems when they
        called a business, and one in seven had been hung up on.
        <Cite sources={sources} id="stamma" /> Here, pauses are expected, in the app and in calls. You can join, pay,
        ask and leave in writing.
      </p>
      <p className={paragraphClass}>
        It’s education and practice. There is no cure at present, and we don’t offer one.
        <Cite sources={sources} id="nidcd" />
      </p>
    </Section>
  )
}

function HowWeDecideSection() {
  return (
    <Section name="How we decide" title="What we say here, and how you can check it" ground="sunken">
      <dl className="mt-10 max-w-184">
        {[
          [
            'Every statement about stuttering has a source.',
            'The number beside it leads to the source at the end of the page: the kind of study, how many people, and its limits.',
          ],
          ['Studies that disagree are shown together.', 'You read both, not just the one that sells better.'],
          ['We say what isn’t known.', 'No study has tested Unhurried. If one does, we’ll cite it like the others.'],
          ['Tell us about a mistake.', 'We’ll correct the text and the review date.'],
        ].map(([term, text]) => (
          <div key={term} className="border-t border-hair py-5 last:border-b">
            <dt>{term}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
      <a href={paths.protocol} className="link mt-6 tap font-semibold">
        Read the protocol and its evidence
      </a>
    </Section>
  )
}

function WhatWeLeaveOutSection() {
  return (
    <Section name="What we leave out" title="Five things you won’t find here">
      <ul className="mt-10 max-w-184">
        {exclusions.map(([first, then]) => (
          <li
            key={first}
            className="relative py-3 ps-14 before:absolute before:start-0 before:top-6 before:h-2.25 before:w-9 before:bg-text"
          >
            <b>{first}</b> {then}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function WhoAnswersSection() {
  return (
    <Section name="Who answers" title="A person, in writing" ground="sunken">
      <p className={paragraphClass}>
        Use the{' '}
        <a href={paths.contact} className="link">
          contact form
        </a>
        , or write to{' '}
        <a href={`mailto:${siteSettings().mail}`} className="link">
          {siteSettings().mail}
        </a>
        . One sentence is enough.
      </p>
    </Section>
  )
}

export default function About() {
  return (
    <Page path={paths.about}>
      <PageHead
        title="Made for people who are told to hurry."
        lede="Unhurried is a speech therapy service for people who stutter (stammer): an app, group video calls, and a therapy protocol that shows its evidence."
      />
      <TalkBand className="h-[clamp(9rem,18vw,15.6rem)]" />
      <WhatItIsForSection />
      <HowWeDecideSection />
      <WhatWeLeaveOutSection />
      <Section name="Why the drawings" title="A pause weighs as much as a word." ground="sunken">
        <p className={paragraphClass}>
          Every picture here is a score on one line: one voice above it, the other below. Stuttering is part of the
          talk, so it’s drawn as part of the score.
        </p>
        <Legend />
      </Section>
      <Section name="How we are paid" title="By subscriptions alone">
        <p className={paragraphClass}>
          There are no ads, and we don’t sell your data. The prices are on{' '}
          <a href={paths.pricing} data-pricing-link suppressHydrationWarning className="link">
            the plans page
          </a>
          , which also says whether tax is included or is shown at checkout. You can cancel on your profile at any time.
        </p>
      </Section>
      <WhoAnswersSection />
      <Sources sources={sources} />
    </Page>
  )
}
