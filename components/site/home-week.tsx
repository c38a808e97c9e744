import { DownDay, Week } from './art-week'
import { Section } from './section'

const week = [
  ['Monday', 'practice', 'Practice, a few minutes'],
  ['Tuesday', 'off', 'Off'],
  ['Wednesday', 'call', 'A group call, however you like'],
  ['Thursday', 'off', 'Off'],
  ['Friday', 'practice', 'Something you want to say'],
  ['Saturday', 'off', 'Off'],
  ['Sunday', 'off', 'Off'],
] as const

/** An example week: along a line on a desk, down the page on a phone. */
export function HomeWeek() {
  return (
    <Section name="How a week works" title="Three days hold something. Four are only yours." ground="sunken" wide>
      <p className="mt-6 max-w-144 text-lg lg:ms-60">
        An example: a week of yours may hold less. Days off are part of it.
      </p>
      <Week days={week.map(([, kind]) => kind)} className="mt-16 max-lg:hidden" />
      <ol className="mt-10 grid lg:mt-6 lg:grid-cols-7">
        {week.map(([day, kind, what]) => (
          <li key={day} className="grid grid-cols-[3.5rem_minmax(0,1fr)] lg:block">
            <div className="-ms-14 w-28 self-center lg:hidden">
              <DownDay kind={kind} />
            </div>
            <div className="flex flex-col justify-center border-s-[1.5px] border-text ps-10 lg:border-0 lg:ps-1.5 lg:pe-3">
              <h3 className="text-md">{day}</h3>
              <p className="text-sm text-muted">{what}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
