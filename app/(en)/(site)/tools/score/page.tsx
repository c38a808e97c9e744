import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { ScoreTool } from '@/components/tools/score-tool'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Island } from '@/components/ui/island'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolScore')

export default function ScorePage() {
  return (
    <Page path={paths.toolScore}>
      <PageHead
        title="Draw your sentence"
        lede="Type a sentence, mark where it repeats, stretches, blocks or pauses, and see it as a drawing. A pause weighs as much as the sounds beside it."
      />
      <Section name="Your sentence" title="Type it, then mark it" ground="sunken">
        <div className="mt-8">
          <Island when="address">
            <ScoreTool />
          </Island>
        </div>
        <ToolPrivacy>
          When you copy a link, your sentence is stored in the link itself. Browsers don’t send that part to us. Your
          words aren’t stored on this device unless you press “Save on this device”.
        </ToolPrivacy>
      </Section>
      <Section name="How to read it" title="No grades, no marks out of ten">
        <p className="mt-6 max-w-measure">
          The drawing doesn’t measure or judge anything. It shows a sentence the way this site draws talk: half circles
          are sounds, bars are blocks and pauses.
        </p>
      </Section>
    </Page>
  )
}
