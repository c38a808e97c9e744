import { AppScreens } from '@/components/site/app-screens'
import { EvidencePair } from '@/components/site/evidence-pair'
import { Lanes } from '@/components/site/art-call'
import { TwoLists, LinkList, ToolList } from '@/components/site/lists'
import { LivePrice, livePriceScript } from '@/components/site/live-price'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { FirstQuestions, Question } from '@/components/site/questions'
import { Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { HeroScore } from '@/components/tools/hero-score'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import copy from '@/content/en/pages/home.json'
import { citations } from '@/lib/content/pages/evidence'
import { ownersClaim, paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('home')

const sources = citations('en', ...copy.sources)
const linkClass = 'link tap font-semibold'

function WhatYouGetSection() {
  return (
    <Section name="What you get" title="Use one part, or all of them." wide>
      <LinkList links={copy.offers} />
      <AppScreens />
    </Section>
  )
}

function PriceSection() {
  return (
    <Section id="price" name="The price" title="No surprise charges." ground="tint">
      <p className="mt-6 min-h-[3lh] max-w-136 text-2xl sm:min-h-[2lh] tabular-nums">
        <LivePrice templates={copy.priceTemplates}>{copy.priceUnknown}</LivePrice>
      </p>
      <p className="mt-4 max-w-measure">{copy.price}</p>
      <Button href={paths.pricing} data-pricing-link suppressHydrationWarning size="big" className="mt-6">
        See what a plan includes
      </Button>
    </Section>
  )
}

function EvidenceSection() {
  return (
    <Section name="The evidence" title="Two reviews, two different answers." wide>
      <EvidencePair sources={sources} />
      <p className="max-w-measure">{copy.evidence}</p>
      <a href={paths.protocol} className={`${linkClass} mt-4`}>
        Read the protocol and its studies
      </a>
    </Section>
  )
}

function QuestionsSection() {
  return (
    <Section name="Questions" title="What people ask first." ground="sunken">
      <div className="mt-6">
        <FirstQuestions sources={sources} />
        <Question id="for-me" title="Is it for me?">
          <TwoLists
            yes={{ title: 'It may be for you if', lines: copy.fits }}
            no={{ title: 'It is not', lines: copy.absent }}
            sources={sources}
            level="h4"
          />
        </Question>
        <Question id="health" title="What do you do with what I tell you about my speech?">
          <p>
            <Words of={copy.health} />
          </p>
        </Question>
      </div>
      <a href={paths.faq} className={`${linkClass} mt-6`}>
        All questions
      </a>
    </Section>
  )
}

function Hero() {
  return (
    <div className="mx-auto max-w-page px-gut pt-6 pb-10 lg:pt-8 lg:pb-14">
      <h1 className="max-w-[15ch] lg:text-7xl lg:tracking-[-0.04em]">Speech practice that lets you finish.</h1>
      <p className="mt-4 max-w-180 text-lg lg:mt-6">{copy.lede}</p>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
        <TrialCallToAction note={<LivePrice templates={copy.trialTemplates}>{copy.trialUnknown}</LivePrice>} />
        <p className="max-w-88 text-md lg:text-lg lg:leading-snug">{ownersClaim}</p>
      </div>
      <div className="mt-2">
        <Island when="use">
          <HeroScore />
        </Island>
      </div>
    </div>
  )
}

export default function Home() {
  return (
    <Page path={paths.home} heatmap>
      <Hero />
      <WhatYouGetSection />
      <Section name="Try it" title="Three small tools. Free, and no account needed." ground="sunken">
        <ToolList />
      </Section>
      <Section name="Group calls" title="Four people in one call. Two of them don’t speak." wide>
        <p className="mt-4 max-w-144 text-lg lg:ms-60">
          Passing and typing count as much as speaking. Nobody finishes anyone else’s sentence.
        </p>
        <Lanes lanes={copy.ways} narrow />
        <a href={paths.sessions} className={`${linkClass} mt-6 lg:ms-60`}>
          How calls work, and when
        </a>
      </Section>
      <PriceSection />
      <EvidenceSection />
      <QuestionsSection />
      <Sources sources={sources} />
      <script dangerouslySetInnerHTML={{ __html: livePriceScript }} />
    </Page>
  )
}
