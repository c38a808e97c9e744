import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useDay } from '@/components/ui/day'
import type { Policy } from '@/lib/contract/content'
import { LongRead } from './contents'
import { Page } from './page'
import { PageHead } from './section'
import { SanitizedHtml } from './sanitized-html'

type ProsePageProps = {
  path: string
  policy: Policy
  art: ReactNode
}

/** Prints link addresses. */
const printed =
  'print:text-[11pt] print:[&_h2]:break-after-avoid print:[&_li]:break-inside-avoid ' +
  "print:[&_a[data-address]]:after:content-['_('_attr(data-address)_')']"

/** A policy, with a summary, contents and a print layout. */
export function ProsePage({ path, policy, art }: ProsePageProps) {
  const { title, since, summary, html, contents } = policy
  const t = useTranslations('reading')
  return (
    <Page path={path} footer="compact" banner={false}>
      <PageHead title={title} art={<div className="print:hidden">{art}</div>}>
        <p className="mt-6 text-muted">{t.rich('lastChanged', useDay(since))}</p>
      </PageHead>
      <LongRead
        name={t('inShort')}
        short={
          <ul className="space-y-3">
            {summary.map((line) => (
              <li key={line}>
                <SanitizedHtml html={line} inline />
              </li>
            ))}
          </ul>
        }
        contents={contents}
      >
        <SanitizedHtml html={html} className={printed} />
      </LongRead>
    </Page>
  )
}
