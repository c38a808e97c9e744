import type { ReactNode } from 'react'

type Row = { title: string; text: ReactNode; art?: ReactNode }

/** A list of things, a hairline between them, each with a small score of its own where it has one. */
export function Rows({ rows }: { rows: Row[] }) {
  return (
    <ul className="mt-10 first:mt-0">
      {rows.map(({ title, text, art }) => (
        <li
          key={title}
          className="grid grid-cols-1 items-center gap-x-16 gap-y-6 border-t border-hair py-10 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_15rem]"
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
