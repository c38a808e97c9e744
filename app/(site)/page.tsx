import { LivePrice } from '@/components/pricing/live-price'
import { AppScreens } from '@/components/site/app-screens'
import { TalkBand } from '@/components/site/art'
import { EvidencePair } from '@/components/site/evidence-pair'
import { Lanes } from '@/components/site/art-call'
import { TwoLists, LinkList, ToolList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { FirstQuestions, Question } from '@/components/site/questions'
import { Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { CroppedPicture } from '@/components/ui/cropped-picture'
import copy from '@/content/pages/home.json'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.home)

const sources = citations(...copy.sources)
const linkClass = 'link tap font-semibold'

function WhatYouGetSection() {
  return (
    <Section name="What you get" title="Use one part, or all of them." wide>
      <LinkList links={copy.offers} />
      <div className="grid gap-x-12 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <AppScreens />
        </div>
        <div className="hidden pt-8 pb-14 lg:block">
          <CroppedPicture src="/pictures/path.jpg" width={768} height={480} className="h-0 min-h-full w-full" />
        </div>
      </div>
    </Section>
  )
}

function PriceSection() {
  return (
    <Section id="price" name="The price" title="No surprise charges." ground="tint">
      <Island when="seen">
        <LivePrice />
      </Island>
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

export default function Home() {
  return (
    <Page path={paths.home} heatmap>
      <div className="mx-auto max-w-page px-gut pt-10 pb-6 lg:pt-14">
        <h1 className="max-w-[15ch] lg:text-7xl lg:tracking-[-0.04em]">Speech practice that lets you finish.</h1>
        <div className="mt-6 grid gap-6 lg:mt-9 lg:grid-cols-[minmax(0,34rem)_auto] lg:justify-between">
          <p className="max-w-144 text-lg md:text-xl">{copy.lede}</p>
          <TrialCallToAction />
        </div>
      </div>
      <TalkBand className="h-[clamp(11rem,27vw,24rem)]" />
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
    </Page>
  )
}
