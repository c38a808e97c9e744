import { getLocale, getTranslations } from 'next-intl/server'
import { NestedPartsArt } from '@/components/site/art'
import { EvidencePair } from '@/components/site/evidence-pair'
import type { Item } from '@/components/site/lists'
import { LongRead } from '@/components/site/contents'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { PageHead } from '@/components/site/section'
import { PartSection, ProtocolPart } from '@/components/site/protocol-part'
import { Sources } from '@/components/site/sources'
import { Reviewed, SanitizedHtml } from '@/components/site/sanitized-html'
import { pageCopy } from '@/lib/content/pages/page-copy'
import { readProtocol } from '@/lib/content/pages/protocol'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('protocol')

const partIds = ['short', 'what', 'ease', 'carry', 'tell', 'together', 'screen', 'unknown'] as const

type StepsProps = { id: string; title: string; text: string; steps: readonly Item[]; ordered?: boolean }

function Steps({ id, title, text, steps, ordered }: StepsProps) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <PartSection id={id} title={title}>
      <p className="mt-4 max-w-measure">{text}</p>
      <List className="mt-6">
        {steps.map((step) => (
          <li
            key={step.title}
            className="grid gap-x-10 gap-y-1 border-t border-hair py-4 last:border-b md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <h3>{step.title}</h3>
            <p className="max-w-128">{step.text}</p>
          </li>
        ))}
      </List>
    </PartSection>
  )
}

export default async function Protocol() {
  const [locale, t, pages] = await Promise.all([
    getLocale(),
    getTranslations('protocol'),
    getTranslations('pages.protocol'),
  ])
  const { parts, sources, reviewed } = await readProtocol(partIds, locale)
  const copy = pageCopy('protocol', locale)
  const contents = [
    { id: 'what', text: parts.what.name },
    { id: 'phases', text: t('phases.contents') },
    { id: 'week', text: t('week.contents') },
    ...(['ease', 'carry', 'tell', 'together'] as const).map((id, index) => ({
      id,
      text: t('numberedPart', { number: index + 1, name: parts[id].name }),
    })),
    { id: 'screen', text: parts.screen.name },
    { id: 'unknown', text: parts.unknown.name },
    { id: 'sources', text: t('sources') },
  ]
  return (
    <Page path={paths.protocol}>
      <PageHead title={t('title')} slogan={pages('card')} lede={copy.lede} art={<NestedPartsArt />}>
        <Reviewed on={reviewed} />
      </PageHead>
      <LongRead name={parts.short.name} short={<SanitizedHtml html={parts.short.html} />} contents={contents}>
        <PartSection id="what" title={parts.what.title}>
          <SanitizedHtml html={parts.what.html} className="mt-6" />
        </PartSection>
        <Steps id="phases" title={t('phases.title')} text={t('phases.text')} steps={copy.phases} ordered />
        <Steps id="week" title={t('week.title')} text={t('week.text')} steps={copy.week} />
        <ProtocolPart part={parts.ease}>
          <EvidencePair sources={sources} first />
        </ProtocolPart>
        <ProtocolPart part={parts.carry} />
        <ProtocolPart part={parts.tell} />
        <ProtocolPart part={parts.together} />
        <ProtocolPart part={parts.screen} />
        <PartSection id="unknown" title={parts.unknown.title}>
          <SanitizedHtml html={parts.unknown.html} className="mt-6" />
        </PartSection>
      </LongRead>
      <Sources id="sources" sources={sources} ground="sunken" folded />
    </Page>
  )
}
