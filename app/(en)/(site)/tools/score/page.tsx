import { useTranslations } from 'next-intl'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { ScoreTool } from '@/components/tools/score-tool'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Island } from '@/components/ui/island'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolScore')

export default function ScorePage() {
  const t = useTranslations('tools.score')
  return (
    <Page path={paths.toolScore}>
      <PageHead title={t('title')} lede={t('lede')} />
      <Section name={t('yours.name')} title={t('yours.title')} ground="sunken">
        <div className="mt-8">
          <Island when="address" messages={['toolScore', 'toolStorage', 'sentence']}>
            <ScoreTool />
          </Island>
        </div>
        <ToolPrivacy>{t('privacy')}</ToolPrivacy>
      </Section>
      <Section name={t('read.name')} title={t('read.title')}>
        <p className="mt-6 max-w-measure">{t('read.text')}</p>
      </Section>
    </Page>
  )
}
