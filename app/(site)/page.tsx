import type { Metadata } from 'next'
import { Day, Lane, Nested, Payments, Repetition, TalkBand, Turns } from '@/components/site/art'
import { EvidencePair } from '@/components/site/evidence-pair'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PriceLinks } from '@/components/site/price-links'
import { FirstQuestions } from '@/components/site/questions'
import { Rows } from '@/components/site/rows'
import { Section } from '@/components/site/section'
import { Cite, Sources } from '@/components/site/sources'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/evidence'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.home,
  title: 'Unhurried: speech therapy with room for the pause',
  description:
    'Support for people who stutter (stammer): practice in an app, group video calls and a protocol with its evidence beside it. No cure is promised.',
})

const sources = citations('nidcd', 'brignell-2020', 'connery-2021')

const help = [
  {
    title: 'An app that never hurries you',
    text: 'Short exercises, alone, with the sound on or off. Nothing counts down, and a missed day costs nothing.',
    art: <Repetition />,
  },
  {
    title: 'Group video calls',
    text: 'Other people who stutter, and somebody who keeps the turns fair. Speak, type, keep your camera off, or pass.',
    art: <Turns />,
  },
  {
    title: 'A protocol with its evidence beside it',
    text: 'What we ask you to try, why, how many people it was studied with, and where the studies disagree.',
    art: <Nested />,
  },
]

const week = [
  ['Monday', 'practice', 'A short practice in the app'],
  ['Tuesday', 'off', 'Off'],
  ['Wednesday', 'call', 'Group call: talk, type or pass'],
  ['Thursday', 'off', 'Off'],
  ['Friday', 'practice', 'One small thing you chose'],
  ['Saturday', 'off', 'Off'],
  ['Sunday', 'off', 'Off'],
] as const

const ways = [
  ['speaks', 'Speaks', ''],
  ['types', 'Types', 'in the chat'],
  ['unseen', 'Camera off', 'and speaks'],
  ['passes', 'Passes', ''],
] as const

export default function Home() {
  return (
    <Page path={paths.home} heatmap>
      <div className="mx-auto max-w-page px-gut pt-10 pb-6 lg:pt-14">
        <h1 className="max-w-[15ch] lg:max-w-[19ch] lg:text-7xl lg:tracking-[-0.04em]">
          Speech therapy with room for the pause.
        </h1>
        <div className="mt-6 grid gap-6 lg:mt-9 lg:grid-cols-[minmax(0,34rem)_auto] lg:justify-between">
          <p className="max-w-144 text-lg md:text-xl">
            Support for people who stutter (stammer): practice in an app, group video calls, and a protocol you can
            question.
          </p>
          <PriceLinks />
        </div>
      </div>
      <TalkBand />
      <Section name="What help is offered">
        <Rows rows={help} />
        <div className="mt-16">
          <Notice title="What we do not offer">
            <p>
              A cure: there is none at present.
              <Cite of={sources} id="nidcd" /> A diagnosis. Advice about drugs. A promise about how you will sound.
            </p>
          </Notice>
        </div>
      </Section>
      <Section name="One week" title="Three things to do. Four days to leave alone." ground="sunken">
        <p className="mt-6 max-w-144 text-lg">
          This is an example. Yours can be slower. The days off are part of the plan, and they weigh as much as the
          others.
        </p>
        <ol className="mt-10 grid lg:grid-cols-7">
          {week.map(([day, kind, what]) => (
            <li key={day} className="grid min-h-22 grid-cols-[7rem_1fr] items-center gap-4 lg:block">
              <Day kind={kind} />
              <div className="lg:pe-3">
                <h3 className="text-md">{day}</h3>
                <p className="text-sm text-muted">{what}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section name="The protocol and its evidence" title="Two reviews disagree. You get both.">
        <EvidencePair sources={sources} />
        <p className="max-w-measure">
          None of these studies tested Unhurried. We use what they suggest, say how sure it is, and ask you what a good
          week would be.
        </p>
        <a href={paths.protocol} className="link mt-4 inline-flex min-h-11 items-center font-semibold">
          Read the protocol
        </a>
      </Section>
      <Section name="Group calls" title="One call, four ways to be in it." ground="sunken">
        <p className="mt-6 max-w-144 text-lg">A pass takes the same room as a turn. Nobody finishes your sentence.</p>
        <ul className="mt-10 grid gap-6">
          {ways.map(([way, name, how]) => (
            <li key={way} className="items-end gap-6 md:grid md:grid-cols-[9rem_minmax(0,1fr)]">
              <h3 className="text-md leading-snug">
                {name} {how && <span className="font-normal text-muted md:block">{how}</span>}
              </h3>
              <Lane way={way} />
            </li>
          ))}
        </ul>
        <a href={paths.sessions} className="link mt-6 inline-flex min-h-11 items-center font-semibold">
          How a call runs
        </a>
      </Section>
      <Section name="The price" title="Every date, before you pay.">
        <p className="my-6 max-w-144 text-lg">
          Monthly or yearly. The total, the end of the trial, the first charge, the renewal and the way out all stand
          next to the button.
        </p>
        <PriceLinks trial={false} />
        <ul className="mt-12 grid gap-10 text-sm md:grid-cols-2 md:gap-16">
          <li>
            <Payments yearly={false} />
            <p>
              <b>Monthly.</b> A small charge at the start of each month.
            </p>
          </li>
          <li>
            <Payments yearly />
            <p>
              <b>Yearly.</b> One charge, and the same time below the line.
            </p>
          </li>
        </ul>
      </Section>
      <Section name="Questions" title="Asked first, answered first." ground="sunken">
        <div className="mt-10">
          <FirstQuestions sources={sources} />
        </div>
        <a href={paths.faq} className="link mt-6 inline-flex min-h-11 items-center font-semibold">
          All questions
        </a>
      </Section>
      <Sources of={sources} />
    </Page>
  )
}
