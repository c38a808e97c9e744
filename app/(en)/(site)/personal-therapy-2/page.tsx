import { useTranslations } from 'next-intl'
import { TwoVoicesArt } from '@/components/site/art'
import { talkArt } from '@/components/site/art-talk'
import { Lanes } from '@/components/site/art-call'
import { DefinitionList, TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section, Spread } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import copy from '@/content/en/pages/personal.json'
import { citations } from '@/lib/content/pages/evidence'
import { paths, sampleTherapist } from '@/lib/site'

export const generateMetadata = () => pageMetadata('personal')

const sources = citations('en', ...copy.sources)

function Head() {
  return (
    <PageHead
      title="Personal therapy"
      slogan={useTranslations('pages.personal')('card')}
      lede={copy.lede}
      art={<TwoVoicesArt />}
    >
      <div className="mt-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button href={paths.therapist(sampleTherapist)} size="big">
            See a sample profile
          </Button>
          <a href={paths.contact} className="link tap font-semibold">
            Tell us if you’d like this
          </a>
        </div>
        <p className="mt-3 text-sm text-muted">No therapist is listed yet.</p>
      </div>
    </PageHead>
  )
}

export default function PersonalTherapy() {
  return (
    <Page path={paths.personal}>
      <Head />
      <Section name="How it will go" ground="sunken" wide>
        <div className="mt-10 grid gap-16 lg:mt-4 lg:gap-26">
          {copy.steps.map(({ art, title, text }, index) => (
            <Spread key={title} title={title} art={talkArt(art)} turned={index % 2 === 0}>
              <p>{text}</p>
            </Spread>
          ))}
        </div>
      </Section>
      <Section name="Formats" title="Three ways to meet" wide>
        <Lanes lanes={copy.formats} />
      </Section>
      <Section name="Who" title="What we’ll tell you before you decide" ground="sunken">
        <DefinitionList items={copy.facts} className="mt-10 border-t border-hair pt-5" />
        <div className="mt-10">
          <Notice kind="warn" title="No therapist is listed yet">
            <p>
              <Words of={copy.nobodyYet} />
            </p>
          </Notice>
        </div>
      </Section>
      <Section name="What is known" title="Help from one person, and its limits">
        <div className="mt-10">
          <TwoLists
            yes={{ title: 'What studies found', lines: copy.found }}
            no={{ title: 'What nobody can tell you', lines: copy.unknown }}
            sources={sources}
          />
        </div>
      </Section>
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
