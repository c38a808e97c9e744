import { useTranslations } from 'next-intl'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { DefinitionList } from '@/components/site/lists'
import { CardTool } from '@/components/tools/card-tool'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Island } from '@/components/ui/island'
import { linkTo } from '@/components/ui/button'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import { cards } from '@/lib/content/pages/tool-cards'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolCards')

export default function CardsPage() {
  const t = useTranslations('tools.cards')
  return (
    <Page path={paths.toolCards}>
      <PageHead title={t('title')} lede={t('lede')} />
      <Section name={t('yours.name')} title={t('yours.title')} ground="sunken">
        <div className="mt-8">
          <Island messages={['toolCards', 'cards', 'toolStorage']}>
            <CardTool cards={cards} />
          </Island>
        </div>
        <ToolPrivacy>
          {t.rich('privacy', {
            link: linkTo(paths.contact),
          })}
        </ToolPrivacy>
      </Section>
      <Section name={t('use.name')} title={t('use.title')}>
        <DefinitionList items={usePageCopy('tools').cardUses} className="mt-8 border-t border-hair pt-5" />
        <p className="mt-8 max-w-measure">
          {t.rich('use.study', {
            // This post is in English alone.
            link: (words) => (
              <a href={paths.post('telling-people-first')} hrefLang="en" className="link">
                {words}
              </a>
            ),
          })}
        </p>
      </Section>
    </Page>
  )
}
