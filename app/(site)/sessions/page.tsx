import type { Metadata } from 'next'
import { Lane } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/page-head'
import { PriceLinks } from '@/components/site/price-links'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Ledger } from '@/components/ui/ledger'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/evidence'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.sessions,
  title: 'Group video calls',
  description:
    'How a group call for people who stutter runs: the agenda, the rules for turns, and four ways to take part, one of them without a word.',
})

const sources = citations('boyle-2013', 'bloye-2023')

const agenda = [
  { term: 'First 10 minutes', value: 'Arriving. Hello by voice, by chat, or not at all' },
  { term: 'Next 15 minutes', value: 'One question, which stood in the chat a day before' },
  { term: 'Next 25 minutes', value: 'Turns, in an order that everybody can see' },
  { term: 'Last 10 minutes', value: 'What was good to hear, and what to leave out next time' },
]

const ways = [
  ['speaks', 'You speak', 'Your turn has no clock on it.'],
  ['types', 'You type', 'What you write in the chat is read out if you like, or just read.'],
  ['unseen', 'Camera off', 'You are as much there as anybody else.'],
  ['passes', 'You pass', 'Say it or type it. A pass needs no reason.'],
] as const

const rules = [
  ['One voice at a time', 'While somebody speaks, everybody else rests.'],
  ['Nobody finishes a sentence for you', 'Not to help, and not out of kindness.'],
  ['Waiting is not silence', 'A block is part of a turn. Nobody looks away, and nobody fills it.'],
  ['What is said stays here', 'Nobody repeats outside what they heard.'],
]

export default function Sessions() {
  return (
    <Page path={paths.sessions}>
      <PageHead
        title="A call in which waiting is part of the turn."
        lede="Group video calls with other people who stutter (stammer), and a host who keeps the turns fair."
      >
        <div className="mt-8">
          <PriceLinks />
        </div>
      </PageHead>
      <Section name="Taking part" title="One call, four ways to be in it." ground="sunken">
        <ul className="mt-10 grid gap-8">
          {ways.map(([way, name, how]) => (
            <li key={way} className="items-end gap-6 md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
              <div>
                <h3 className="text-md leading-snug">{name}</h3>
                <p className="text-sm text-muted">{how}</p>
              </div>
              <Lane way={way} />
            </li>
          ))}
        </ul>
      </Section>
      <Section name="The agenda" title="You know what comes next.">
        <div className="mt-8 max-w-184">
          <Ledger rows={agenda} />
          <p className="mt-6 text-sm text-muted">An example. The host writes the real one into the invitation.</p>
        </div>
      </Section>
      <Section name="The rules" title="Four, and they hold for the host, too." ground="sunken">
        <ol className="mt-8 max-w-184">
          {rules.map(([title, text], index) => (
            <li key={title} className="grid grid-cols-[3.5rem_1fr] border-t border-hair py-4">
              <span aria-hidden="true" className="text-3xl leading-none text-accent">
                {index + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section name="What is known" title="About groups like this one">
        <p className="mt-6 max-w-measure">
          People in support groups reported less stigma turned against themselves, in a study with 279 people who were
          asked once.
          <Cite of={sources} id="boyle-2013" /> Thirteen members of groups spoke of acceptance and community.
          <Cite of={sources} id="bloye-2023" /> Neither study looked at our calls.
        </p>
        <div className="mt-10">
          <Notice title="Not sure yet?">
            <p>Come once with the camera and the sound off. You may leave at any time, and nobody will ask why.</p>
          </Notice>
        </div>
      </Section>
      <Sources of={sources} />
    </Page>
  )
}
