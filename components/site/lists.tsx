import type { ReactNode } from 'react'
import { Link } from '@/components/ui/button'
import { usePageCopy } from '@/lib/content/pages/page-copy'
import type { Citation } from '@/lib/contract/content'
import { Words } from './sources'

/** A short text with its title, as in `content/<locale>/pages`. */
export type Item = { title: string; text: string }

type DefinitionListProps = { items: readonly Item[]; sources?: readonly Citation[]; className?: string }

export function DefinitionList({ items, sources, className = '' }: DefinitionListProps) {
  return (
    <dl className={className}>
      {items.map(({ title, text }) => (
        <div
          key={title}
          className="grid grid-cols-1 gap-x-10 gap-y-1 border-t border-hair py-5 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt>{title}</dt>
          <dd className="max-w-136">
            <Words of={text} sources={sources} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type List = { title: string; lines: readonly string[] }
type TwoListsProps = { yes: List; no: List; sources: readonly Citation[]; level?: 'h3' | 'h4' }

const line =
  '*:relative *:border-t *:border-hair *:py-3 *:ps-9 *:before:absolute *:before:start-0 *:before:top-6 *:before:w-4'
const marks = ['*:before:h-2 *:before:rounded-t-full *:before:bg-primary', '*:before:h-1.5 *:before:bg-accent']

export function TwoLists({ yes, no, sources, level: Heading = 'h3' }: TwoListsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-10 md:grid-cols-2">
      {[yes, no].map(({ title, lines }, index) => (
        <div key={title}>
          <Heading className="text-[1.35rem] leading-snug font-semibold tracking-normal">{title}</Heading>
          <ul className={`mt-3 ${line} ${marks[index]}`}>
            {lines.map((text) => (
              <li key={text}>
                <Words of={text} sources={sources} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

export function Rows({ rows }: { rows: readonly (Item & { art?: ReactNode })[] }) {
  return (
    <ul className="mt-10 first:mt-0">
      {rows.map(({ title, text, art }) => (
        <li
          key={title}
          className="grid grid-cols-1 items-center gap-x-16 gap-y-6 border-t border-hair py-6 first:border-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_15rem] lg:py-10"
        >
          <div className="md:order-none">
            <h3 className="text-xl leading-tight font-normal tracking-tight md:text-2xl">{title}</h3>
            <p className="mt-2 max-w-128">
              <Words of={text} />
            </p>
          </div>
          {art && <div className="order-first max-w-84 md:order-none">{art}</div>}
        </li>
      ))}
    </ul>
  )
}

export function LinkList({ links }: { links: readonly (Item & { href: string })[] }) {
  return (
    <ul className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-3 lg:mt-10">
      {links.map(({ href, title, text }) => (
        <li key={href} className="border-t border-hair pt-4">
          <h3>
            <Link href={href} className="link tap">
              {title}
            </Link>
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

export const ToolList = () => <LinkList links={usePageCopy('tools').tools} />
