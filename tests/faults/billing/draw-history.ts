/** Draws the steps of a person's random billing history, and when a process is killed. */
import { offers } from '@/local/vendors/catalogue'
import type { Random } from '@/tests/setup/random'
import { vendors, type Vendor } from '@/tests/faults/support/world'

/** A purchase; `plan` is an index of the catalogue. */
export type Purchase = { vendor: Vendor; plan: number }

/** `which` picks one of the person's plans, as a share of the list. A step that is not possible does nothing. */
export type Step =
  | { does: 'open'; purchase: Purchase; clicks: number }
  | { does: 'open both'; purchases: [Purchase, Purchase] }
  | { does: 'pay'; pages: 'one' | 'all' }
  | { does: 'wait'; hours: number }
  | { does: 'sync' }
  | { does: 'delete customer' }
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

/** A kill of a site, in milliseconds after the start of a step. The step after the last one is the final delivery. */
export type Kill = { step: number; site: 0 | 1; afterMs: number }

type State = 'no plan' | 'page' | 'pages' | 'active' | 'past due' | 'cancelled'

type Transition = readonly [does: Step['does'] | 'open other', weight: number, to: State]

/** Likely next steps in each state. Now and then, a step of another state is drawn. */
const transitions: Record<State, Transition[]> = {
  'no plan': [
    ['open', 6, 'page'],
    ['open both', 2, 'page'],
    ['open other', 3, 'pages'],
    ['sync', 1, 'no plan'],
    ['wait', 1, 'no plan'],
  ],
  page: [
    ['pay', 8, 'active'],
    ['open', 2, 'page'],
    ['open other', 2, 'pages'],
    ['wait', 1, 'page'],
    ['delete customer', 1, 'page'],
    ['other product', 2, 'page'],
  ],
  pages: [['pay', 1, 'active']],
  active: [
    ['cancel', 4, 'cancelled'],
    ['cancel in portal', 3, 'cancelled'],
    ['fail payment', 3, 'past due'],
    ['end period', 3, 'active'],
    ['end now', 3, 'no plan'],
    ['wait', 3, 'active'],
    ['open', 2, 'active'],
    ['sync', 1, 'active'],
    ['other product', 3, 'active'],
    ['delete customer', 1, 'no plan'],
  ],
  'past due': [
    ['settle payment', 4, 'active'],
    ['cancel', 1, 'cancelled'],
    ['end now', 2, 'no plan'],
    ['wait', 1, 'past due'],
    ['other product', 1, 'past due'],
  ],
  cancelled: [
    ['resume', 3, 'active'],
    ['keep in portal', 3, 'active'],
    ['end period', 3, 'no plan'],
    ['wait', 2, 'cancelled'],
    ['open', 3, 'page'],
    ['open other', 2, 'pages'],
    ['end now', 1, 'no plan'],
    ['cancel', 1, 'cancelled'],
    ['other product', 2, 'cancelled'],
  ],
}

/** Hours after which a page at Chargebee, a page at Stripe, a trial or a month is over. */
const waits = [1, 4, 25, 24 * 8, 24 * 33]

const drawPurchase = (random: Random): Purchase => ({
  vendor: random.pick(vendors),
  plan: random.whole(0, offers.length - 1),
})

function drawStep(does: Transition[0], random: Random): Step[] {
  switch (does) {
    case 'open':
      return [{ does, purchase: drawPurchase(random), clicks: random.pick([1, 1, 2, 20]) }]
    case 'open both':
      return [{ does, purchases: [drawPurchase(random), drawPurchase(random)] }]
    case 'open other':
      // Chargebee's pages cannot be closed, so an abandoned one can still be paid beside another.
      return [
        { does: 'open', purchase: { ...drawPurchase(random), vendor: 'chargebee' }, clicks: 1 },
        { does: 'open', purchase: { ...drawPurchase(random), vendor: 'stripe' }, clicks: random.pick([1, 2]) },
      ]
    case 'pay':
      return [{ does, pages: random.chance(0.2) ? 'all' : 'one' }]
    case 'wait':
      return [{ does, hours: random.pick(waits) }]
    case 'sync':
    case 'delete customer':
      return [{ does }]
    case 'other product':
      return [{ does, vendor: random.pick(vendors), how: random.pick(['paid', 'unpaid', 'trial']) }]
    default:
      return [{ does, which: random.next(), clicks: random.pick([1, 1, 1, 3]) }]
  }
}

/** Draws a history of four to twelve steps. */
export function drawSteps(random: Random): Step[] {
  const steps: Step[] = []
  const length = random.whole(4, 12)
  let state: State = 'no plan'
  while (steps.length < length) {
    const isUnlikely = random.chance(0.06)
    const list: Transition[] = transitions[isUnlikely ? random.pick(Object.keys(transitions) as State[]) : state]
    const [does, , to]: Transition = random.pick(list.flatMap((one) => Array.from({ length: one[1] }, () => one)))
    const drawn = drawStep(does, random)
    if (state === 'pages') for (const step of drawn) if (step.does === 'pay') step.pages = 'all'
    steps.push(...drawn)
    if (!isUnlikely) state = to
  }
  return steps
}

export const drawKill = (random: Random, steps: number): Kill => ({
  step: random.whole(0, steps),
  site: random.pick([0, 1]),
  afterMs: random.whole(0, 150),
})
