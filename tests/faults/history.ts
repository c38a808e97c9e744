/** What happens to one person and their money, drawn by a seed: the steps, and where a process is killed. */
import { offers } from '@/local/vendors/catalogue'
import type { Random } from '@/tests/setup/random'
import type { Vendor } from './world'

/** A purchase that somebody begins; `plan` is a place in the catalogue. */
export type Wish = { vendor: Vendor; plan: number }

/**
 * One step. `which` chooses among the person's plans where there are several: a share of the list. A
 * step for which there is nothing to do at that moment does nothing.
 */
export type Step =
  | { does: 'open'; wish: Wish; clicks: number }
  | { does: 'open both'; wishes: [Wish, Wish] }
  | { does: 'pay'; pages: 'one' | 'all' }
  | { does: 'wait'; hours: number }
  | { does: 'ring' }
  | { does: 'lose customer'; vendor: Vendor }
  | { does: 'other product'; vendor: Vendor; how: 'paid' | 'unpaid' | 'trial' }
  | {
      does:
        | 'cancel'
        | 'resume'
        | 'cancel in portal'
        | 'keep in portal'
        | 'fail payment'
        | 'settle payment'
        | 'end period'
        | 'end now'
      which: number
      clicks: number
    }

/** A site process that dies so many milliseconds after a step has begun; the step behind the last is the delivery of all that is left. */
export type Death = { step: number; site: 0 | 1; afterMs: number }

export type History = { steps: Step[]; deaths: Death[] }

type Stand = 'nothing' | 'page' | 'pages' | 'live' | 'due' | 'leaving'

type Way = readonly [does: Step['does'] | 'open other', share: number, to: Stand]

/** What is likely next where a person stands, with how often and where it leads. What does not fit is done anyway, now and then. */
const ways: Record<Stand, Way[]> = {
  nothing: [
    ['open', 6, 'page'],
    ['open both', 2, 'page'],
    ['open other', 3, 'pages'],
    ['ring', 1, 'nothing'],
    ['wait', 1, 'nothing'],
  ],
  page: [
    ['pay', 8, 'live'],
    ['open', 2, 'page'],
    ['open other', 2, 'pages'],
    ['wait', 1, 'page'],
    ['lose customer', 1, 'page'],
    ['other product', 2, 'page'],
  ],
  pages: [['pay', 1, 'live']],
  live: [
    ['cancel', 4, 'leaving'],
    ['cancel in portal', 3, 'leaving'],
    ['fail payment', 3, 'due'],
    ['end period', 3, 'live'],
    ['end now', 3, 'nothing'],
    ['wait', 3, 'live'],
    ['open', 2, 'live'],
    ['ring', 1, 'live'],
    ['other product', 3, 'live'],
    ['lose customer', 1, 'nothing'],
  ],
  due: [
    ['settle payment', 4, 'live'],
    ['cancel', 1, 'leaving'],
    ['end now', 2, 'nothing'],
    ['wait', 1, 'due'],
    ['other product', 1, 'due'],
  ],
  leaving: [
    ['resume', 3, 'live'],
    ['keep in portal', 3, 'live'],
    ['end period', 3, 'nothing'],
    ['wait', 2, 'leaving'],
    ['open', 3, 'page'],
    ['open other', 2, 'pages'],
    ['end now', 1, 'nothing'],
    ['cancel', 1, 'leaving'],
    ['other product', 2, 'leaving'],
  ],
}

/** Past a page at Chargebee, past one at Stripe, past a trial, past a month. */
const waits = [1, 4, 25, 24 * 8, 24 * 33]

function wishOf(random: Random): Wish {
  return { vendor: random.pick(['stripe', 'chargebee']), plan: random.whole(0, offers.length - 1) }
}

function stepOf(does: Step['does'] | 'open other', random: Random): Step[] {
  switch (does) {
    case 'open':
      return [{ does, wish: wishOf(random), clicks: random.pick([1, 1, 2, 20]) }]
    case 'open both':
      return [{ does, wishes: [wishOf(random), wishOf(random)] }]
    case 'open other':
      // A page of Chargebee's cannot be closed: one that is left can still be paid beside another.
      return [
        { does: 'open', wish: { ...wishOf(random), vendor: 'chargebee' }, clicks: 1 },
        { does: 'open', wish: { ...wishOf(random), vendor: 'stripe' }, clicks: random.pick([1, 2]) },
      ]
    case 'pay':
      return [{ does, pages: random.chance(0.2) ? 'all' : 'one' }]
    case 'wait':
      return [{ does, hours: random.pick(waits) }]
    case 'ring':
      return [{ does }]
    case 'lose customer':
      return [{ does, vendor: random.pick(['stripe', 'chargebee']) }]
    case 'other product':
      return [{ does, vendor: random.pick(['stripe', 'chargebee']), how: random.pick(['paid', 'unpaid', 'trial']) }]
    default:
      return [{ does, which: random.next(), clicks: random.pick([1, 1, 1, 3]) }]
  }
}

/** Draws a history of four to twelve steps. */
export function drawSteps(random: Random): Step[] {
  const steps: Step[] = []
  const wanted = random.whole(4, 12)
  let stand: Stand = 'nothing'
  while (steps.length < wanted) {
    const odd = random.chance(0.06)
    const list: Way[] = ways[odd ? random.pick(Object.keys(ways) as Stand[]) : stand]
    const [does, , to]: Way = random.pick(list.flatMap((way) => Array.from({ length: way[1] }, () => way)))
    const drawn = stepOf(does, random)
    if (stand === 'pages') for (const step of drawn) if (step.does === 'pay') step.pages = 'all'
    steps.push(...drawn)
    if (!odd) stand = to
  }
  return steps
}

/** A moment at which a process dies during a history of `steps` steps. */
export const drawDeath = (random: Random, steps: number): Death => ({
  step: random.whole(0, steps),
  site: random.pick([0, 1]),
  afterMs: random.whole(0, 150),
})
