import type { Interval } from './catalogue'

/** The course of a subscription through time, the same for both vendors. Times are in seconds. */
export type Term = {
  interval: Interval
  /** From where months and years are counted: the end of the trial, or the start. */
  anchor: number
  trialStart: number | null
  trialEnd: number | null
  periodStart: number
  periodEnd: number
  /** When it will end, if an end is scheduled. */
  cancelAt: number | null
  endedAt: number | null
  /** A payment failed: it neither renews nor ends by itself until that is settled. */
  pastDue: boolean
  /** Neither runs nor has ended: nothing begins by itself until that is settled. */
  held?: 'paused' | 'unpaid' | 'incomplete' | 'future'
}

type Step = { kind: 'activated' | 'renewed' | 'ended'; at: number }

const daySeconds = 86_400

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

/** Calendar months or years after a moment; a day that a month does not have becomes its last day. */
export function addInterval(seconds: number, interval: Interval, count: number): number {
  const from = new Date(seconds * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1000)
}

/** Brings a term up to the present, in place, a step at a time: at each step the term stands where it stood then. */
export function* advance(term: Term, now: number): Generator<Step> {
  while (term.endedAt === null) {
    if (term.cancelAt !== null && term.cancelAt <= Math.min(now, term.periodEnd)) {
      term.endedAt = term.cancelAt
      yield { kind: 'ended', at: term.cancelAt }
    } else if (term.periodEnd <= now && !term.pastDue && !term.held) {
      const kind = term.periodEnd === term.trialEnd ? 'activated' : 'renewed'
      nextPeriod(term)
      yield { kind, at: term.periodStart }
    } else return
  }
}

function nextPeriod(term: Term): void {
  term.periodStart = term.periodEnd
  let count = 1
  while (addInterval(term.anchor, term.interval, count) <= term.periodStart) count++
  term.periodEnd = addInterval(term.anchor, term.interval, count)
}

/** Lets the present period or trial end now; `advance` then does what follows. */
export function endPeriodNow(term: Term, now: number): void {
  if (term.cancelAt === term.periodEnd) term.cancelAt = now
  if (term.trialEnd === term.periodEnd) term.trialEnd = now
  term.periodEnd = now
  term.anchor = now
}

/** A payment fails: the period that it was for has begun and is not paid. */
export function failPayment(term: Term, now: number): void {
  if (term.trialEnd !== null && term.trialEnd > now) term.trialEnd = now
  term.anchor = now
  term.periodStart = now
  term.periodEnd = addInterval(now, term.interval, 1)
  term.pastDue = true
}
