import { useLocale, useTranslations } from 'next-intl'
import { TwoVoicesArt } from '@/components/site/art'
import { talkArt } from '@/components/site/art-talk'
import { Lanes } from '@/components/site/art-call'
import { DefinitionList, TwoLists } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section, Spread } from '@/components/site/section'
import { Sources, Words } from '@/components/site/sources'
import { Button, Link } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { citations } from '@/lib/content/pages/evidence'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { paths, sampleTherapist } from '@/lib/site'

export const generateMetadata = () => pageMetadata('personal')

function Head() {
  const t = useTranslations('personal')
  return (
    <PageHead
      title={t('title')}
      slogan={useTranslations('pages.personal')('card')}
      lede={usePageCopy('personal').lede}
      art={<TwoVoicesArt />}
    >
      <div className="mt-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button href={paths.therapist(sampleTherapist)} size="big">
            {t('seeSample')}
          </Button>
          <Link href={paths.contact} className="link tap font-semibold">
            {t('tellUs')}
          </Link>
        </div>
        <p className="mt-3 text-sm text-muted">{t('nobodyListed')}</p>
      </div>
    </PageHead>
  )
}

export default function PersonalTherapy() {
  const t = useTranslations('personal')
  const copy = usePageCopy('personal')
  const sources = citations(useLocale(), ...copy.sources)
  return (
    <Page path={paths.personal}>
      <Head />
      <Section name={t('how')} ground="sunken" wide>
        <div className="mt-10 grid gap-16 lg:mt-4 lg:gap-26">
          {copy.steps.map(({ art, title, text }, index) => (
            <Spread key={title} title={title} art={talkArt(art)} turned={index % 2 === 0}>
              <p>{text}</p>
            </Spread>
          ))}
        </div>
      </Section>
      <Section name={t('formats.name')} title={t('formats.title')} wide>
        <Lanes lanes={copy.formats} />
      </Section>
      <Section name={t('who.name')} title={t('who.title')} ground="sunken">
        <DefinitionList items={copy.facts} className="mt-10 border-t border-hair pt-5" />
        <div className="mt-10">
          <Notice kind="warn" title={t('who.nobodyYet')}>
            <p>
              <Words of={copy.nobodyYet} />
            </p>
          </Notice>
        </div>
      </Section>
      <Section name={t('known.name')} title={t('known.title')}>
        <div className="mt-10">
          <TwoLists
            yes={{ title: t('known.found'), lines: copy.found }}
            no={{ title: t('known.unknown'), lines: copy.unknown }}
            sources={sources}
          />
        </div>
      </Section>
      <Sources sources={sources} ground="sunken" />
    </Page>
  )
}
