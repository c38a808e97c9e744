/** Words and what stands behind each, a hairline between them. */
export function Terms({
  of,
  className = '',
}: {
  of: readonly (readonly [term: string, text: string])[]
  className?: string
}) {
  return (
    <dl className={className}>
      {of.map(([term, text]) => (
        <div
          key={term}
          className="grid grid-cols-1 gap-x-10 gap-y-1 border-t border-hair py-5 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt>{term}</dt>
          <dd className="max-w-136">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
