import { useTranslations } from 'next-intl'
import { useDay } from '@/components/ui/day'

type SanitizedHtmlProps = {
  /** Sanitised by lib/content/pages/copy.ts. */
  html: string
  inline?: boolean
  className?: string
}

/** Copy from `content/`. The head script may change its price links. */
export function SanitizedHtml({ html, inline, className = '' }: SanitizedHtmlProps) {
  const content = { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true }
  return inline ? (
    <span className={`prose ${className}`} {...content} />
  ) : (
    <div className={`prose ${className}`} {...content} />
  )
}

export function Reviewed({ on }: { on: string }) {
  const t = useTranslations('reading')
  return <p className="mt-6 text-muted">{t.rich('reviewed', useDay(on))}</p>
}
