import type { ReactNode } from 'react'

type KeyValueListProps = { rows: { term: string; value: ReactNode; strong?: boolean }[] }

const date = /(\d{1,2} \p{L}+ \d{4})/u

/** Keeps dates on one line unless they would be cut off. */
const unbroken = (text: string) =>
  text.split(date).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="min-[12rem]:whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )

export function KeyValueList({ rows }: KeyValueListProps) {
  return (
    <dl className="tabular-nums">
      {rows.map(({ term, value, strong }) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-hair py-3 text-md"
        >
          <dt
            className={`max-w-full min-w-min min-[12rem]:max-w-1/2 shrink-0 ${strong ? '' : 'font-normal text-muted'}`}
          >
            {unbroken(term)}
          </dt>
          <dd className={`grow basis-24 text-end text-balance ${strong ? 'font-semibold' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
