import type { ReactNode } from 'react'

function Item({ mark, children }: { mark: ReactNode; children: string }) {
  return (
    <li className="flex items-center gap-2.5">
      {mark}
      {children}
    </li>
  )
}

const bar = 'h-2.25 w-6'

/** What the marks above and below the waterline stand for; the trial only where there may be one. */
export function Legend({ trial }: { trial: boolean }) {
  return (
    <ul aria-label="Key to the drawings" className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <Item mark={<span className="h-3 w-6 rounded-t-full bg-primary" />}>a charge</Item>
      {trial && <Item mark={<span className={`${bar} bg-text`} />}>the free trial</Item>}
      <Item mark={<span className={`${bar} bg-primary-rest forced-colors:border`} />}>the time it buys</Item>
    </ul>
  )
}
