import { AppScreens } from '@/components/site/app-screens'
import { ListeningArt } from '@/components/site/art'
import { talkArt } from '@/components/site/art-talk'
import { Facts, Rows, ToolList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section, Spread } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Notice } from '@/components/ui/notice'
import copy from '@/content/pages/features.json'
import { citations } from '@/lib/content/pages/evidence'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.features)

const sources = citations(...copy.sources)

function Parts({ of, turned }: { of: typeof copy.alone; turned: 'even' | 'odd' }) {
  return (
    <div className="mt-10 grid grid-cols-1 gap-16 lg:mt-16 lg:gap-26">
      {of.map(({ art, title, text, purpose, unknown }, index) => (
        <Spread key={title} title={title} art={talkArt(art)} turned={(index % 2 === 0) === (turned === 'even')}>
          <p>
            <Words of={text} />
          </p>
          <Facts
            purpose={<Words of={purpose} sources={sources} />}
            unknown={<Words of={unknown} sources={sources} />}
          />
        </Spread>
      ))}
    </div>
  )
}

export default function Features() {
  return (
    <Page path={paths.features}>
      <PageHead title="Features" slogan={pages.features.card} lede={copy.lede} art={<ListeningArt />}>
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <Section name="In the app, alone" title="Practise when nobody is listening." ground="sunken" wide>
        <AppScreens />
        <Parts of={copy.alone} turned="odd" />
      </Section>
      <Section name="With others" title="Meet other people who stutter, or write to us." wide>
        <Parts of={copy.others} turned="even" />
      </Section>
      <Section name="Try it" title="Three small tools. Free, and no account needed." ground="sunken">
        <ToolList />
      </Section>
      <Section name="On your terms" title="You decide how you use it, and when you leave.">
        <Rows rows={copy.terms} />
      </Section>
      <Section name="What isn’t in it" title="No streaks, no scores, nothing to lose.">
        <div className="mt-6 max-w-measure space-y-4">
          {copy.absent.map((text) => (
            <p key={text}>
              <Words of={text} sources={sources} />
            </p>
          ))}
        </div>
        <div className="mt-10">
          <Notice title="What to keep in mind">
            <p>
              <Words of={copy.caution} sources={sources} />
            </p>
          </Notice>
        </div>
        <div className="mt-10">
          <TrialCallToAction note={false} />
        </div>
      </Section>
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
