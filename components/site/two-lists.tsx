import type { ReactNode } from 'react'

/** Lines are `li` elements. */
type List = { title: string; lines: ReactNode }

const line =
  '*:relative *:border-t *:border-hair *:py-3 *:ps-9 *:before:absolute *:before:start-0 *:before:top-6 *:before:w-4'
const marks = ['*:before:h-2 *:before:rounded-t-full *:before:bg-primary', '*:before:h-1.5 *:before:bg-accent']

/** What is, and what is not, side by side: each line of the one under a swell, of the other under a rest. */
export function TwoLists({ yes, no, level: Heading = 'h3' }: { yes: List; no: List; level?: 'h2' | 'h3' }) {
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
