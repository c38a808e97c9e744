import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { DefinitionList } from '@/components/site/lists'
import { CardTool } from '@/components/tools/card-tool'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Island } from '@/components/ui/island'
import copy from '@/content/en/pages/tools.json'
import { cards } from '@/lib/content/pages/tool-cards'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolCards')

export default function CardsPage() {
  return (
    <Page path={paths.toolCards}>
      <PageHead
        title="Cards that say you stutter"
        lede="For moments when saying that you stutter (stammer) is the hard part. Choose one, make it yours, then show, print or send it."
      />
      <Section name="Your card" title="Choose a situation" ground="sunken">
        <div className="mt-8">
          <Island>
            <CardTool cards={cards} />
          </Island>
        </div>
        <ToolPrivacy>
          Your words aren’t stored unless you press “Save on this device”. If a sentence in your language could be
          better,{' '}
          <a href={paths.contact} className="link">
            tell us
          </a>
          .
        </ToolPrivacy>
      </Section>
      <Section name="Using it" title="Three ways to use a card">
        <DefinitionList items={copy.cardUses} className="mt-8 border-t border-hair pt-5" />
        <p className="mt-8 max-w-measure">
          You never owe anyone an explanation. Whether to tell people is up to you;{' '}
          <a href={paths.post('telling-people-first')} className="link">
            one study looked at what happens when you do
          </a>
          .
        </p>
      </Section>
    </Page>
  )
}
