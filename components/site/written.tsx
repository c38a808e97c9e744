type WrittenProps = {
  /** Sanitised by lib/content/pages/copy.ts. */
  html: string
  /** The inside of a paragraph, for a line among others; otherwise whole paragraphs. */
  inline?: boolean
  className?: string
}

/** Page copy from `content/`. A link to the prices in it may be changed before hydration (`early.ts`). */
export function Written({ html, inline, className = '' }: WrittenProps) {
  const given = { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true }
  return inline ? (
    <span className={`prose ${className}`} {...given} />
  ) : (
    <div className={`prose ${className}`} {...given} />
  )
}
