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
  const Element = inline ? 'span' : 'div'
  return (
    <Element className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
  )
}

export function Reviewed({ on }: { on: string }) {
  const t = useTranslations('reading')
  return <p className="mt-6 text-muted">{t.rich('reviewed', useDay(on))}</p>
}
