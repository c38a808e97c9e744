import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { ToolList } from '@/components/site/lists'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('tools')

export default function Tools() {
  return (
    <Page path={paths.tools}>
      <PageHead
        title="Three small tools to try"
        lede="Free, without an account and without a microphone. What you type stays in your browser."
      />
      <Section name="Try one" title="Choose a tool" ground="sunken">
        <ToolList />
      </Section>
    </Page>
  )
}
