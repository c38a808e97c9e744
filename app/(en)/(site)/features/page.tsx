import { useTranslations } from 'next-intl'
import { AppScreenFigure, appFigures } from '@/components/site/app-screens'
import { ListeningArt } from '@/components/site/art'
import { DefinitionList, ToolList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Disclosure, PageHead, Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Notice } from '@/components/ui/notice'
import copy from '@/content/en/pages/features.json'
import { citations } from '@/lib/content/pages/evidence'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('features')

const sources = citations('en', ...copy.sources)

async function Parts() {
  const screens = await appFigures()
  return (
    <ul className="mt-8 grid gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-2 lg:gap-y-16">
      {copy.parts.map(({ title, text, purpose, unknown }, index) => (
        <li key={title} className="grid content-start gap-x-10 gap-y-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
          {screens[index] && (
            <AppScreenFigure
              {...screens[index]}
              className="max-sm:grid max-sm:grid-cols-[10rem_minmax(0,1fr)] max-sm:items-end max-sm:gap-4"
            />
          )}
          <div className="min-w-0">
            <h3 className="text-xl leading-tight font-normal tracking-tight md:text-2xl">{title}</h3>
            <p className="mt-3">
              <Words of={text} />
            </p>
            <p className="mt-4 mb-5 border-s-4 border-primary ps-4 text-md">{purpose}</p>
            <Disclosure title="What studies found">
              <p className="pb-4 text-md">
                <Words of={unknown} sources={sources} />
              </p>
            </Disclosure>
          </div>
        </li>
      ))}
    </ul>
  )
}

export default function Features() {
  return (
    <Page path={paths.features}>
      <PageHead
        title="Features"
        slogan={useTranslations('pages.features')('card')}
        lede={copy.lede}
        art={<ListeningArt />}
      >
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <Section name="What you get" title="Four parts. Use one, or all of them." ground="sunken" wide>
        <Parts />
      </Section>
      <Section name="Try it" title="Three small tools. Free, and no account needed.">
        <ToolList />
      </Section>
      <Section name="On your terms" title="You decide how you use it, and when you leave." ground="sunken">
        <DefinitionList items={copy.terms} sources={sources} className="mt-8 border-t border-hair pt-5" />
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
          <TrialCallToAction note={null} />
        </div>
      </Section>
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
