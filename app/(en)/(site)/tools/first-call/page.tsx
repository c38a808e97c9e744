import { useLocale, useTranslations } from 'next-intl'
import { HourPart } from '@/components/site/art-call'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { DefinitionList } from '@/components/site/lists'
import { FirstCall } from '@/components/tools/first-call'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import { firstCall } from '@/lib/content/pages/first-call'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolCall')

export default function FirstCallPage() {
  const t = useTranslations('tools.call')
  return (
    <Page path={paths.toolCall}>
      <PageHead
        title={t('title')}
        lede={t('lede')}
        art={
          <div className="max-lg:hidden">
            <HourPart part="turns" minutes={25} />
          </div>
        }
      />
      <Section name={t('scene.name')} title={t('scene.title')} ground="sunken">
        <p className="mt-4 max-w-measure text-muted">{t('scene.madeUp')}</p>
        <div className="mt-8">
          <Island messages={['toolCall']}>
            <FirstCall script={firstCall(useLocale())}>
              <p className="max-w-measure">{t('real.question')}</p>
              <Button href={`${paths.sessions}#when`} className="mt-4">
                {t('real.link')}
              </Button>
            </FirstCall>
          </Island>
        </div>
        <ToolPrivacy>{t('privacy')}</ToolPrivacy>
      </Section>
      <Section name={t('rules.name')} title={t('rules.title')}>
        <DefinitionList items={usePageCopy('tools').callRules} className="mt-8 border-t border-hair pt-5" />
      </Section>
    </Page>
  )
}
