import type { Metadata } from 'next'
import { AskAndAnswer, Carry, Nested, Prolongation, Turns } from '@/components/site/art'
import { EvidencePair } from '@/components/site/evidence-pair'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { Rows } from '@/components/site/rows'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { citations } from '@/lib/content/evidence'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.protocol,
  title: 'Therapy protocol',
  description:
    'The four parts of the protocol for people who stutter, and beside each the studies behind it: how many people, what changed, what did not.',
})

const sources = citations(
  'nidcd',
  'baxter-2015',
  'brignell-2020',
  'connery-2021',
  'menzies-2008',
  'byrd-2017',
  'boyle-2013',
  'bloye-2023',
)

const parts = [
  {
    title: '1. Ease',
    text: (
      <>
        Slower beginnings and longer sounds, practised alone before anywhere else. This is the family of methods with
        most trials behind it.
        <Cite of={sources} id="brignell-2020" /> Read the second review beside it, above.
        <Cite of={sources} id="connery-2021" />
      </>
    ),
    art: <Prolongation />,
  },
  {
    title: '2. Carry',
    text: (
      <>
        Living with the worry around speaking. In a trial with 32 people, 60% had social phobia; after cognitive
        behaviour therapy the gains in how they felt lasted 12 months, and fluency did not improve.
        <Cite of={sources} id="menzies-2008" /> So we use it for the worry, and for nothing else.
      </>
    ),
    art: <Carry />,
  },
  {
    title: '3. Tell',
    text: (
      <>
        Saying that you stutter, if and when you like. 338 observers rated speakers better who said so in an informative
        way; an apology mostly made no difference.
        <Cite of={sources} id="byrd-2017" />
      </>
    ),
    art: <AskAndAnswer />,
  },
  {
    title: '4. Together',
    text: (
      <>
        Time with other people who stutter. Among 279 people, members of support groups reported less stigma turned
        against themselves; they were asked once, so nobody can say which came first.
        <Cite of={sources} id="boyle-2013" /> In another study 13 members spoke of acceptance and of community.
        <Cite of={sources} id="bloye-2023" />
      </>
    ),
    art: <Turns />,
  },
]

export default function Protocol() {
  return (
    <Page path={paths.protocol}>
      <PageHead
        title="The protocol, and what is known."
        lede="What we ask you to try, and beside each part the studies behind it: how many people, what changed, what did not."
        art={<Nested runs="end" />}
      />
      <div className="mx-auto max-w-page px-gut pb-16">
        <section aria-labelledby="short" className="ground-tint max-w-184 p-6 md:p-10">
          <h2 id="short" className="text-sm font-semibold tracking-normal text-muted">
            The short version
          </h2>
          <p className="mt-2 text-lg">
            Four parts, in any order, at your own pace. None is a cure: at present there is none.
            <Cite of={sources} id="nidcd" /> Most approaches may help some people, and people differ considerably.
            <Cite of={sources} id="baxter-2015" /> None of the studies here tested Unhurried.
          </p>
        </section>
      </div>
      <Section name="Two reviews" title="One finds a change. The other, pooled, does not." ground="sunken">
        <EvidencePair sources={sources} />
        <p className="max-w-measure">
          Both are careful, and both are about adults. We show them together, because either alone would tell you
          something that is not so.
        </p>
      </Section>
      <Section name="The four parts">
        <Rows rows={parts} />
      </Section>
      <Section name="What comes out" title="You say what a good week is." ground="sunken">
        <p className="mt-6 max-w-measure">
          At the beginning you write down one thing that you would like to do, such as ordering lunch in your own words.
          After a few weeks you look at that sentence again. You can change it, keep it, or stop. This is education and
          practice, not a diagnosis.
        </p>
      </Section>
      <Sources of={sources} />
    </Page>
  )
}
