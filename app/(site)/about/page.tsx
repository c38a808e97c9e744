import { TalkBand, Legend } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import copy from '@/content/pages/about.json'
import { citations } from '@/lib/content/pages/evidence'
import { withServiceFacts } from '@/lib/service-facts'
import { siteSettings } from '@/lib/site-settings'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.about)

const sources = citations(...copy.sources)

const Paragraph = ({ of }: { of: string }) => (
  <p className="mt-6 max-w-measure">
    <Words of={of} sources={sources} />
  </p>
)

function HowWeDecideSection() {
  return (
    <Section name="How we decide" title="What we say here, and how you can check it" ground="sunken">
      <dl className="mt-10 max-w-184">
        {copy.decisions.map(({ title, text }) => (
          <div key={title} className="border-t border-hair py-5 last:border-b">
            <dt>{title}</dt>
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
        {copy.exclusions.map(({ title, text }) => (
          <li
            key={title}
            className="relative py-3 ps-14 before:absolute before:start-0 before:top-6 before:h-2.25 before:w-9 before:bg-text"
          >
            <b>{title}</b> {text}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export default function About() {
  const { mail, company, companyAddress } = siteSettings()
  return (
    <Page path={paths.about}>
      <PageHead title="About us" slogan={pages.about.card} lede={copy.lede} />
      <TalkBand className="h-[clamp(9rem,18vw,15.6rem)]" />
      <Section name="What it is for" title="Saying what you want to say, in the time it takes.">
        {copy.purpose.map((text) => (
          <Paragraph key={text} of={text} />
        ))}
      </Section>
      <HowWeDecideSection />
      <WhatWeLeaveOutSection />
      <Section name="Why the drawings" title="A pause weighs as much as a word." ground="sunken">
        <Paragraph of={copy.drawings} />
        <Legend entries={copy.legend} />
      </Section>
      <Section name="How we are paid" title="By subscriptions alone">
        <Paragraph of={copy.paid} />
      </Section>
      <Section name="Who we are" title="Who runs this, and who answers" ground="sunken">
        <Paragraph of={`${company}, ${companyAddress}, is responsible for Unhurried.`} />
        {withServiceFacts(copy.people).map(({ text }) => (
          <Paragraph key={text} of={text} />
        ))}
        <Paragraph
          of={`A person answers, in writing. Use the [contact form](${paths.contact}), or write to [${mail}](mailto:${mail}). One sentence is enough.`}
        />
      </Section>
      <Sources sources={sources} />
    </Page>
  )
}
