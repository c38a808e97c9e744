import { type Milestone, usePricingWords } from './terms'

const dots = {
  now: 'before:bg-surface before:border-primary',
  later: 'before:bg-surface before:border-border',
  charge: 'before:bg-accent before:border-accent',
}

/** Dates and charges as points on a line, from today to the renewal. */
export function Milestones({ list }: { list: readonly Milestone[] }) {
  const { t } = usePricingWords()
  return (
    <ol aria-label={t('milestones.label')} className="grid text-md tabular-nums">
      {list.map(({ when, what, kind }, index) => (
        <li
          key={when}
          className={`relative ps-7 before:absolute before:start-0 before:top-1.5 before:size-4 before:rounded-full before:border-3 ${dots[kind]} ${
            index < list.length - 1
              ? 'pb-5 after:absolute after:start-[0.4375rem] after:top-6 after:-bottom-1 after:w-0.5 after:bg-hair'
              : ''
          }`}
        >
          <span className="block text-muted">{when}</span>
          <span className={kind === 'later' ? '' : 'font-semibold'}>{what}</span>
        </li>
      ))}
    </ol>
  )
}
