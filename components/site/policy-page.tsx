import { useTranslations } from 'next-intl'
import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { useDay } from '@/components/ui/day'
import { readPolicy, type PolicyName } from '@/lib/content/pages/policies'
import type { Policy } from '@/lib/contract/content'
import { LongRead } from './contents'
import { Page } from './page'
import { PageHead } from './section'
import { SanitizedHtml } from './sanitized-html'

/** Prints link addresses. */
const printed =
  'print:text-[11pt] print:[&_h2]:break-after-avoid print:[&_li]:break-inside-avoid ' +
  "print:[&_a[data-address]]:after:content-['_('_attr(data-address)_')']"

type Props = { path: string; art: ReactNode }

function Content({ path, policy, art }: Props & { policy: Policy }) {
  const { title, since, summary, html, contents } = policy
  const t = useTranslations('reading')
  return (
    <Page path={path} footer="compact">
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

export const PolicyPage = async ({ name, ...props }: Props & { name: PolicyName }) => (
  <Content {...props} policy={await readPolicy(name, await getLocale())} />
)
