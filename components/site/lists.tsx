import type { ReactNode } from 'react'

export function Facts({ purpose, unknown }: { purpose: ReactNode; unknown: ReactNode }) {
  return (
    <dl className="mt-6 text-md">
      <dt className="before:me-2.5 before:inline-block before:h-2 before:w-4 before:rounded-t-full before:bg-primary">
        What it is for
      </dt>
      <dd className="mt-1 leading-relaxed">{purpose}</dd>
      <dt className="mt-4 before:me-2.5 before:mb-0.5 before:inline-block before:h-1.5 before:w-4 before:bg-accent">
        What is not known
      </dt>
      <dd className="mt-1 leading-relaxed">{unknown}</dd>
    </dl>
  )
}

export function DefinitionList({
  items,
  className = '',
}: {
  items: readonly (readonly [term: string, text: string])[]
  className?: string
}) {
  return (
    <dl className={className}>
      {items.map(([term, text]) => (
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

/** Lines are `li` elements. */
type List = { title: string; lines: ReactNode }

const line =
  '*:relative *:border-t *:border-hair *:py-3 *:ps-9 *:before:absolute *:before:start-0 *:before:top-6 *:before:w-4'
const marks = ['*:before:h-2 *:before:rounded-t-full *:before:bg-primary', '*:before:h-1.5 *:before:bg-accent']

export function TwoLists({ yes, no, level: Heading = 'h3' }: { yes: List; no: List; level?: 'h2' | 'h3' | 'h4' }) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 md:grid-cols-2">
      {[yes, no].map(({ title, lines }, index) => (
        <div key={title}>
          <Heading className="text-[1.35rem] leading-snug font-semibold tracking-normal">{title}</Heading>
          <ul className={`mt-3 ${line} ${marks[index]}`}>{lines}</ul>
        </div>
      ))}
    </div>
  )
}

type Row = { title: string; text: ReactNode; art?: ReactNode }

export function Rows({ rows }: { rows: Row[] }) {
  return (
    <ul className="mt-10 first:mt-0">
      {rows.map(({ title, text, art }) => (
        <li
          key={title}
          className="grid grid-cols-1 items-center gap-x-16 gap-y-6 border-t border-hair py-6 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_15rem] lg:py-10"
        >
          <div className="md:order-none">
            <h3 className="text-xl leading-tight font-normal tracking-tight md:text-2xl">{title}</h3>
            <div className="mt-2 max-w-128">{text}</div>
          </div>
          {art && <div className="order-first max-w-84 md:order-none">{art}</div>}
        </li>
      ))}
    </ul>
  )
}
