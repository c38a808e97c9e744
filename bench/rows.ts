/** The rows of the table: each figure that something is asked of, out of what a run has measured. */
import { atMost, median, timesFloor, type Row } from './figures'
import { pageRows, type Named } from './page-rows'
import type { Results } from './results'
import { row } from './row'
import type { Starts } from './starts'

function pressRows({ beforeHydration, hydrated, firstTap, earlyTap, found }: NonNullable<Results['presses']>): Row[] {
  const quick = { must: atMost(50), reach: atMost(24) }
  const tap = { must: atMost(700), reach: atMost(300) }
  const taps = 'From the first tap on an island to its effect'
  return [
    ...Object.entries(beforeHydration).flatMap(([name, times]) => [
      row('From a press to the paint', `${name}: press to paint, before hydration`, 'ms', median(times), quick),
      row('From a press to the paint', `${name}: press to paint, hydrated`, 'ms', median(hydrated[name] ?? []), quick),
    ]),
    ...Object.entries(firstTap).map(([name, times]) => row(taps, `first tap: ${name}`, 'ms', median(times), tap)),
    row(taps, '… blog search, what was found', 'ms', median(found)),
    ...Object.entries(earlyTap).map(([name, times]) =>
      row(taps, `… right after the load: ${name}`, 'ms', median(times)),
    ),
  ]
}

function signedInRows({ identity, ...times }: NonNullable<Results['signedIn']>): Row[] {
  return Object.entries(times).map(([path, each]) =>
    row('Signed in, beside the identity SDK alone', `plan known on ${path}`, 'ms', median(each), {
      floor: median(identity),
      must: timesFloor(2),
    }),
  )
}

function answerRows(answers: NonNullable<Results['answers']>): Row[] {
  const cpu = (name: keyof typeof answers) => median(answers[name].map((each) => each.cpu))
  const rate = (name: keyof typeof answers) => median(answers[name].map(({ perSecond }) => perSecond))
  const part = 'Server, processor time (CPU) of an answer'
  const page = cpu('floorPage')
  return [
    row(part, 'CPU of a static page', 'µs', cpu('home'), {
      floor: page,
      must: timesFloor(0.15),
      reach: timesFloor(0.06),
    }),
    row(part, 'CPU of an ISR post, kept', 'µs', cpu('post'), {
      floor: page,
      must: timesFloor(0.2),
      reach: timesFloor(0.1),
    }),
    row(part, 'CPU of an API read (current-plan)', 'µs', cpu('plan'), {
      floor: cpu('floorJson'),
      must: timesFloor(2),
      reach: timesFloor(1.2),
    }),
    row(part, 'CPU of nginx with its page cache', 'µs', cpu('cached'), {
      floor: page,
      must: timesFloor(1 / 30),
      reach: timesFloor(1 / 60),
    }),
    row(part, '… answers over the same 16 connections', 'a second', rate('cached'), { floor: rate('floorPage') }),
  ]
}

function startRows({ floor, site, postgres }: NonNullable<Results['starts']>): Row[] {
  const part = 'Start and memory'
  const beside = (figure: (starts: Starts) => number) => ({ floor: figure(floor), must: timesFloor(1.3) })
  const start = ({ startMs }: Starts) => median(startMs)
  const idle = ({ idleMb }: Starts) => idleMb
  return [
    row(part, 'start to the first page', 'ms', start(site), beside(start)),
    row(part, '… over Postgres', 'ms', start(postgres), beside(start)),
    row(part, 'memory, idle', 'MB', idle(site), beside(idle)),
    row(part, '… over Postgres', 'MB', idle(postgres), beside(idle)),
  ]
}

const posts = (n: number) => `${n.toLocaleString('en')} posts`

function archiveRows(archives: NonNullable<Results['archives']>): Row[] {
  const [fewest, ...more] = archives
  if (!fewest) return []
  const part = `Builds, beside ${posts(fewest.posts)} or the quickest`
  const most = more.at(-1)
  const hits = archives.map(({ firstHitMs }) => firstHitMs)
  return [
    ...more.map(({ posts: n, generationSeconds }) =>
      row(part, `generating pages, ${posts(n)}`, 's', generationSeconds, {
        floor: fewest.generationSeconds,
        must: n === most?.posts ? timesFloor(2) : null,
      }),
    ),
    // Of each archive the median of 25 hits: that of the slowest archive, beside that of the quickest.
    row(part, 'first hit of an unbuilt post, slowest median', 'ms', Math.max(...hits), {
      floor: Math.min(...hits),
      must: timesFloor(1.5),
    }),
  ]
}

/** All rows of the parts that were run, in the order of the table. */
export function rowsOf(results: Results, named: Named): Row[] {
  const { pages, presses, signedIn, answers, starts, archives } = results
  return [
    ...(pages ? pageRows(pages, named) : []),
    ...(presses ? pressRows(presses) : []),
    ...(signedIn ? signedInRows(signedIn) : []),
    ...(answers ? answerRows(answers) : []),
    ...(starts ? startRows(starts) : []),
    ...(archives ? archiveRows(archives) : []),
  ]
}
