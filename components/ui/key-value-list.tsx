import type { ReactNode } from 'react'

type KeyValueListProps = { rows: { term: string; value: ReactNode; strong?: boolean }[] }

export function KeyValueList({ rows }: KeyValueListProps) {
  return (
    <dl className="tabular-nums">
      {rows.map(({ term, value, strong }) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-hair py-3 text-md"
        >
          <dt
            className={`max-w-full min-w-min min-[12rem]:max-w-1/2 shrink-0 text-balance ${strong ? '' : 'font-normal text-muted'}`}
          >
            {term}
          </dt>
          <dd className={`grow basis-24 text-end text-balance ${strong ? 'font-semibold' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
