import { DefinitionList } from '@/components/site/lists'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { Words } from '@/components/site/sources'
import copy from '@/content/en/pages/accessibility.json'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('accessibility')

export default function Accessibility() {
  return (
    <Page path={paths.accessibility} banner={false}>
      <PageHead title="Accessibility" lede={copy.lede} />
      <Section name="What we test" title="Checked whenever the site changes" ground="sunken">
        <DefinitionList items={copy.tested} className="mt-10" />
      </Section>
      <Section name="What is missing" title="Known gaps">
        <DefinitionList items={copy.gaps} className="mt-10" />
      </Section>
      <Section name="Tell us" title="If something is in your way" ground="tint">
        <p className="mt-6 max-w-measure">
          <Words of={copy.contact} />
        </p>
      </Section>
    </Page>
  )
}
