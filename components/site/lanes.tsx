import { Lane } from './art-call'
import type { Item } from './lists'

type LanesProps = { lanes: readonly (Item & { way: string })[]; narrow?: boolean }

export function Lanes({ lanes, narrow = false }: LanesProps) {
  const columns = narrow ? 'lg:grid-cols-[11rem_minmax(0,1fr)]' : 'lg:grid-cols-[16rem_minmax(0,1fr)]'
  return (
    <ul className={`mt-6 grid grid-cols-1 gap-6 lg:mt-16 ${narrow ? 'lg:gap-10' : 'lg:gap-16'}`}>
      {lanes.map(({ way, title, text }) => (
        <li key={way} className={`items-end gap-x-16 lg:grid ${columns}`}>
          <div className="mb-3 flex flex-wrap items-baseline gap-x-3 lg:mb-0 lg:block">
            <h3>{title}</h3>
            <p className="text-sm text-muted">{text}</p>
          </div>
          <Lane way={way} />
        </li>
      ))}
    </ul>
  )
}
