import type { ReactNode } from 'react'

type LedgerProps = { rows: { term: string; value: ReactNode; strong?: boolean }[] }

/** Money and dates, a line each, with figures of one width so that columns stand straight. */
export function Ledger({ rows }: LedgerProps) {
  return (
    <dl className="tabular-nums">
      {rows.map(({ term, value, strong }) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-hair py-3 text-md"
        >
          <dt className={`max-w-1/2 min-w-min shrink-0 ${strong ? '' : 'font-normal text-muted'}`}>{term}</dt>
          <dd className={`grow basis-24 text-end ${strong ? 'font-semibold' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
