import 'server-only'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { provider as providers, type Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/process-state'
import { routeOf } from './metrics-routes'

/*
 * What may stand in a label: words from these lists, and nothing that speaks of a person. Every pair is
 * there from the start with the value 0, so that the first of a kind is seen as an increase.
 */

/** opened: a page was made; again: the open page was handed out once more; refused: by a rule of ours. */
const checkoutOutcomes = ['opened', 'again', 'refused', 'failed'] as const
type CheckoutOutcome = (typeof checkoutOutcomes)[number]

/** accepted: its customer was looked into; ignored: not an event to act on; refused: forged, unreadable, too large. */
const webhookOutcomes = ['accepted', 'ignored', 'refused', 'failed'] as const
type WebhookOutcome = (typeof webhookOutcomes)[number]

/** changed: rows were written; same: nothing new; stale: a newer answer was there first. */
const syncOutcomes = ['changed', 'same', 'stale', 'failed'] as const
type SyncOutcome = (typeof syncOutcomes)[number]

const letterKinds = ['begun', 'cancelled', 'resumed', 'ending', 'paid-back', 'contact', 'other'] as const
const letterOutcomes = ['sent', 'failed'] as const
type LetterOutcome = (typeof letterOutcomes)[number]

const jobNames = ['reconcile-events', 'reconcile-all', 'retention'] as const
type JobName = (typeof jobNames)[number]
const jobOutcomes = ['done', 'failed'] as const
type JobOutcome = (typeof jobOutcomes)[number]

const rateNames = [
  'call',
  'checkout',
  'resume',
  'contact',
  'contactClient',
  'contactAll',
  'contactForm',
  'contactProved',
  'guess',
] as const
type RateName = (typeof rateNames)[number]

function make() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'unhurried_requests_total',
      help: 'Answers of the API.',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'unhurried_request_seconds',
      help: 'How long an answer of the API took.',
      labelNames: ['route'] as const,
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    limited: new Counter({
      name: 'unhurried_limited_total',
      help: 'Requests that were refused because there were too many, by the limit that refused them.',
      labelNames: ['rate'] as const,
      registers,
    }),
    checkouts: new Counter({
      name: 'unhurried_checkouts_total',
      help: 'Checkouts that were asked for, by what came of it.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'unhurried_webhooks_total',
      help: 'Messages to the webhooks, by what came of it.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    syncs: new Counter({
      name: 'unhurried_syncs_total',
      help: 'Questions to a provider for what is true of a customer, by what came of it.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    syncSeconds: new Histogram({
      name: 'unhurried_sync_seconds',
      help: 'How long asking a provider and writing the answer took.',
      labelNames: ['provider'] as const,
      buckets: [0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    letters: new Counter({
      name: 'unhurried_letters_total',
      help: 'Letters that were handed to the mail server, or that it did not take.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    jobs: new Counter({
      name: 'unhurried_jobs_total',
      help: 'Jobs that ran in this process.',
      labelNames: ['name', 'outcome'] as const,
      registers,
    }),
  }
}

type Measures = ReturnType<typeof make>

function prepare(): Measures {
  const made = make()
  for (const rate of rateNames) made.limited.inc({ rate }, 0)
  for (const provider of providers.options) {
    for (const outcome of checkoutOutcomes) made.checkouts.inc({ provider, outcome }, 0)
    for (const outcome of webhookOutcomes) made.webhooks.inc({ provider, outcome }, 0)
    for (const outcome of syncOutcomes) made.syncs.inc({ provider, outcome }, 0)
  }
  for (const kind of letterKinds) for (const outcome of letterOutcomes) made.letters.inc({ kind, outcome }, 0)
  for (const name of jobNames) for (const outcome of jobOutcomes) made.jobs.inc({ name, outcome }, 0)
  return made
}

const measures = () => processState('metrics', prepare)

/** Counts a checkout that was asked for. */
export const countCheckout = (provider: Provider, outcome: CheckoutOutcome): void =>
  measures().checkouts.inc({ provider, outcome })

/** Counts a message to a webhook. */
export const countWebhook = (provider: Provider, outcome: WebhookOutcome): void =>
  measures().webhooks.inc({ provider, outcome })

/**
 * Counts one asking of a provider.
 * @param seconds from the question to the end of the write
 */
export function countSync(provider: Provider, outcome: SyncOutcome, seconds: number): void {
  measures().syncs.inc({ provider, outcome })
  measures().syncSeconds.observe({ provider }, seconds)
}

/**
 * Counts a letter that was handed to the mail server, or that it did not take.
 * @param kind as it is stored; one that is not on the list counts as `other`
 */
export const countLetter = (kind: string, outcome: LetterOutcome): void =>
  measures().letters.inc({ kind: letterKinds.find((known) => known === kind) ?? 'other', outcome })

/** Counts a job that this process has done, or failed at. */
export const countJob = (name: JobName, outcome: JobOutcome): void => measures().jobs.inc({ name, outcome })

/** Counts a request that a limit refused. */
export const countLimited = (rate: RateName): void => measures().limited.inc({ rate })

/**
 * Counts an answer of the API.
 * @param path as it was asked for; only its route becomes a label
 */
export function countRequest(path: string, status: number, seconds: number): void {
  const route = routeOf(path)
  measures().requests.inc({ route, status })
  measures().requestSeconds.observe({ route }, seconds)
}

/** Begins to measure the process itself: memory, processor time, the event loop. */
export function measureProcess(): void {
  const { registry } = measures()
  // A second time would be refused as a double.
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry })
}

/** All measurements in Prometheus' text form, and the content type that it has. */
export async function renderMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = measures()
  return { type: registry.contentType, text: await registry.metrics() }
}
