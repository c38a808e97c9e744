import { useTranslations } from 'next-intl'
import { DefinitionList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Words } from '@/components/site/sources'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('accessibility')

export default function Accessibility() {
  const t = useTranslations('accessibility')
  const copy = usePageCopy('accessibility')
  return (
    <Page path={paths.accessibility} banner={false}>
      <PageHead title={t('title')} lede={copy.lede} />
      <Section name={t('tested.name')} title={t('tested.title')} ground="sunken">
        <DefinitionList items={copy.tested} className="mt-10" />
      </Section>
      <Section name={t('gaps.name')} title={t('gaps.title')}>
        <DefinitionList items={copy.gaps} className="mt-10" />
      </Section>
      <Section name={t('tellUs.name')} title={t('tellUs.title')} ground="tint">
        <p className="mt-6 max-w-measure">
          <Words of={copy.contact} />
        </p>
      </Section>
    </Page>
  )
}
