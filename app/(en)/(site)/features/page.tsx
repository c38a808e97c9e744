import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { AppScreenFigure, appFigures } from '@/components/site/app-screens'
import { ListeningArt } from '@/components/site/art'
import { DefinitionList, ToolList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { Disclosure, PageHead, Section } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { TrialCallToAction } from '@/components/site/trial-links'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/pages/evidence'
import { pageCopy, usePageCopy } from '@/lib/content/pages/page-copy'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('features')

async function Parts({ sources }: { sources: ReturnType<typeof citations> }) {
  const [locale, screens, t] = await Promise.all([getLocale(), appFigures(), getTranslations('features')])
  return (
    <ul className="mt-8 grid gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-2 lg:gap-y-16">
      {pageCopy('features', locale).parts.map(({ title, text, purpose, unknown }, index) => (
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
            <Disclosure title={t('studiesFound')}>
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
  const t = useTranslations('features')
  const copy = usePageCopy('features')
  const sources = citations(useLocale(), ...copy.sources)
  return (
    <Page path={paths.features}>
      <PageHead
        title={t('title')}
        slogan={useTranslations('pages.features')('card')}
        lede={copy.lede}
        art={<ListeningArt />}
      >
        <div className="mt-8">
          <TrialCallToAction />
        </div>
      </PageHead>
      <Section name={t('whatYouGet.name')} title={t('whatYouGet.title')} ground="sunken" wide>
        <Parts sources={sources} />
      </Section>
      <Section name={t('tryIt.name')} title={t('tryIt.title')}>
        <ToolList />
      </Section>
      <Section name={t('terms.name')} title={t('terms.title')} ground="sunken">
        <DefinitionList items={copy.terms} sources={sources} className="mt-8 border-t border-hair pt-5" />
      </Section>
      <Section name={t('absent.name')} title={t('absent.title')}>
        <div className="mt-6 max-w-measure space-y-4">
          {copy.absent.map((text) => (
            <p key={text}>
              <Words of={text} sources={sources} />
            </p>
          ))}
        </div>
        <div className="mt-10">
          <Notice title={t('caution')}>
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
