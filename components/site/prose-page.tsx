import type { ReactNode } from 'react'
import type { Policy } from '@/lib/contract/content'
import { LongRead } from './long-read'
import { Page } from './page'
import { PageHead } from './page-head'
import { Written } from './written'

type ProsePageProps = {
  path: string
  policy: Policy
  art: ReactNode
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** On paper a link cannot be pressed, so its address stands behind it; headings stay with their text. */
const printed =
  'print:text-[11pt] print:[&_h2]:break-after-avoid print:[&_li]:break-inside-avoid ' +
  "print:[&_a[data-address]]:after:content-['_('_attr(data-address)_')']"

/** A policy: a plain summary first, a date, the contents, then the text; made to be printed, with nothing to sell beside it. */
export function ProsePage({ path, policy, art }: ProsePageProps) {
  const { title, since, summary, html, contents } = policy
  return (
    <Page path={path} footer="compact" banner={false}>
      <PageHead title={title} art={<div className="print:hidden">{art}</div>}>
        <p className="mt-6 text-muted">
          In this wording since <time dateTime={since}>{day.format(new Date(since))}</time>
        </p>
      </PageHead>
      <LongRead
        name="In short"
        short={
          <ul className="space-y-3">
            {summary.map((line) => (
              <li key={line}>
                <Written html={line} inline />
              </li>
            ))}
          </ul>
        }
        contents={contents}
      >
        <Written html={html} className={printed} />
      </LongRead>
    </Page>
  )
}
