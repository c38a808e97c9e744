import { useTranslations } from 'next-intl'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { ToolList } from '@/components/site/lists'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('tools')

export default function Tools() {
  const t = useTranslations('tools.all')
  return (
    <Page path={paths.tools}>
      <PageHead title={t('title')} lede={t('lede')} />
      <Section name={t('name')} title={t('choose')} ground="sunken">
        <ToolList />
      </Section>
    </Page>
  )
}
