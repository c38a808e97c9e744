import { HourPart } from '@/components/site/art-call'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead, Section } from '@/components/site/section'
import { DefinitionList } from '@/components/site/lists'
import { FirstCall } from '@/components/tools/first-call'
import { ToolPrivacy } from '@/components/tools/tool-privacy'
import { Button } from '@/components/ui/button'
import { Island } from '@/components/ui/island'
import copy from '@/content/en/pages/tools.json'
import { firstCall } from '@/lib/content/pages/first-call'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('toolCall')

export default function FirstCallPage() {
  return (
    <Page path={paths.toolCall}>
      <PageHead
        title="Rehearse a group call"
        lede="Practise ten minutes of a call in writing. At each turn you choose: speak, type, pass or just listen. Nothing is timed, and there’s no wrong answer."
        art={
          <div className="max-lg:hidden">
            <HourPart part="turns" minutes={25} />
          </div>
        }
      />
      <Section name="The call" title="Hello, and welcome." ground="sunken">
        <p className="mt-4 max-w-measure text-muted">
          The people in this scene are made up. Our hosts do what this host does.
        </p>
        <div className="mt-8">
          <Island>
            <FirstCall script={firstCall}>
              <p className="max-w-measure">
                Would you like to come to a real one? You can say nothing for the whole hour.
              </p>
              <Button href={`${paths.sessions}#when`} className="mt-4">
                See the group calls
              </Button>
            </FirstCall>
          </Island>
        </div>
        <ToolPrivacy>Your choices stay in this tab and are gone when you close it.</ToolPrivacy>
      </Section>
      <Section name="The rules" title="Four rules hold in every real call.">
        <DefinitionList items={copy.callRules} className="mt-8 border-t border-hair pt-5" />
      </Section>
    </Page>
  )
}
