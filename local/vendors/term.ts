import type { Interval } from '@/lib/contract/plan'

/** A subscription's course through time, for both vendors. Times are in seconds. */
export type Term = {
  interval: Interval
  /** Months and years are counted from here: the end of the trial, or the start. */
  anchor: number
  trialStart: number | null
  trialEnd: number | null
  periodStart: number
  periodEnd: number
  cancelAt: number | null
  endedAt: number | null
  /** A payment failed: it neither renews nor ends until that is settled. */
  pastDue: boolean
  /** At Stripe, invoices are void until then. */
  voidUntil?: number | undefined
  /** At Chargebee, it does not renew before then. */
  resumesAt?: number | undefined
  /** Nothing happens until that is settled. */
  suspension?: 'paused' | 'unpaid' | 'incomplete' | 'future'
}

type Step = { kind: 'activated' | 'renewed' | 'ended'; at: number }

const daySeconds = 86_400

/** A declined renewal is tried again after three days. */
export const retrySeconds = 3 * daySeconds

export function startTerm(now: number, interval: Interval, trialEnd: number | null): Term {
  const anchor = trialEnd ?? now
  return {
    interval,
    anchor,
    trialStart: trialEnd === null ? null : now,
    trialEnd,
    periodStart: now,
    periodEnd: trialEnd ?? addInterval(anchor, interval, 1),
    cancelAt: null,
    endedAt: null,
    pastDue: false,
  }
}

export const trialEndAfter = (now: number, days: number) => now + days * daySeconds

export const isTrialing = (term: Term, now: number) =>
  term.endedAt === null && term.trialEnd !== null && term.trialEnd > now

/** A day that a month does not have becomes its last day. */
export function addInterval(seconds: number, interval: Interval, count: number): number {
  const from = new Date(seconds * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1000)
}

/** Brings a term up to the present in place, one yielded step at a time. */
export function* advance(term: Term, now: number): Generator<Step> {
  while (term.endedAt === null) {
    if (term.cancelAt !== null && term.cancelAt <= Math.min(now, term.periodEnd)) {
      term.endedAt = term.cancelAt
      yield { kind: 'ended', at: term.cancelAt }
    } else if (Math.max(term.periodEnd, term.resumesAt ?? 0) <= now && !term.pastDue && !term.suspension) {
      const kind = term.periodEnd === term.trialEnd ? 'activated' : 'renewed'
      nextPeriod(term)
      yield { kind, at: term.periodStart }
    } else return
  }
}

function nextPeriod(term: Term): void {
  term.periodStart = Math.max(term.periodEnd, term.resumesAt ?? 0)
  if (term.resumesAt !== undefined) Object.assign(term, { anchor: term.periodStart, resumesAt: undefined })
  let count = 1
  while (addInterval(term.anchor, term.interval, count) <= term.periodStart) count++
  term.periodEnd = addInterval(term.anchor, term.interval, count)
}

export function endPeriodNow(term: Term, now: number): void {
  if (term.cancelAt === term.periodEnd) term.cancelAt = now
  if (term.trialEnd === term.periodEnd) term.trialEnd = now
  term.periodEnd = now
  term.anchor = now
}

export function failPayment(term: Term, now: number): void {
  if (term.trialEnd !== null && term.trialEnd > now) term.trialEnd = now
  term.anchor = now
  term.periodStart = now
  term.periodEnd = addInterval(now, term.interval, 1)
  term.pastDue = true
}
