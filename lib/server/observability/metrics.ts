/** Prometheus metrics of this process. Labels contain no personal data. */
import 'server-only'
import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { JobName } from '@/lib/contract/operations'
import { providers, type Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { processState } from '@/lib/server/process-state'
import { planEmailKinds } from '@/lib/server/db/schema'
import { log } from './log'

/** The path of a route, or `other`: encoded spellings of it would make any number of labels. */
export const routeOf = (path: string): string => (/^[\w/.-]+$/.test(path) ? path.replace(/\/$/, '') : 'other')

const outcomes = {
  /** again: the page that was still open; refused: by our rules. */
  checkouts: ['opened', 'again', 'refused', 'failed'],
  /**
   * accepted: its customer was synced; ignored: irrelevant; refused: forged, unreadable or too large;
   * provider-refused: the provider refused to report the customer.
   */
  webhooks: ['accepted', 'ignored', 'refused', 'provider-refused', 'failed'],
  /** stale: a newer answer was already stored. */
  syncs: ['changed', 'same', 'stale', 'failed'],
  /** failed: refused by the mail server, and tried again; withheld: no longer true, or the address is not confirmed. */
  emails: ['sent', 'failed', 'withheld'],
  jobs: ['done', 'failed'],
} as const
type OutcomeOf<Name extends keyof typeof outcomes> = (typeof outcomes)[Name][number]

const emailKinds = [...planEmailKinds, 'contact', 'other'] as const

const jobNames: JobName[] = ['retention', 'refunds', 'reconcile']

const rateNames = [
  'call',
  'checkout',
  'resume',
  'changePrice',
  'contact',
  'contactClient',
  'contactAll',
  'contactForm',
  'contactProved',
  'browserErrors',
  'guess',
] as const

function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `unhurried_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name: `unhurried_${name}`, help, labelNames, buckets, registers })
  return {
    registry,
    requests: counter('requests_total', 'Answers of the API.', ['route', 'status']),
    requestSeconds: histogram(
      'request_seconds',
      'Duration of an API request.',
      ['route'],
      [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    ),
    limited: counter('limited_total', 'Requests refused by a rate limit, by limit.', ['rate']),
    checkouts: counter('checkouts_total', 'Checkout requests by outcome.', ['provider', 'outcome']),
    webhooks: counter('webhooks_total', 'Webhook events by outcome.', ['provider', 'outcome']),
    syncs: counter('syncs_total', 'Customer syncs by outcome.', ['provider', 'outcome']),
    syncSeconds: histogram('sync_seconds', 'Duration of a sync.', ['provider'], [0.03, 0.1, 0.3, 1, 3, 10]),
    emails: counter('emails_total', 'Attempts to send an email, by outcome.', ['kind', 'outcome']),
    waitingEmails: new Gauge({
      name: 'unhurried_emails_waiting',
      help: 'Emails about plans that are due, and those that are late by an hour, in the database.',
      labelNames: ['state'],
      registers,
    }),
    errors: counter('errors_total', 'Uncaught errors, in the server or in browsers.', ['source']),
    jobs: counter('jobs_total', 'Jobs that ran in this process.', ['name', 'outcome']),
  }
}

/** Counters start at 0, so that the first event shows as an increase. */
function createZeroMetrics() {
  const metrics = createMetrics()
  for (const rate of rateNames) metrics.limited.inc({ rate }, 0)
  for (const provider of providers.options)
    for (const name of ['checkouts', 'webhooks', 'syncs'] as const)
      for (const outcome of outcomes[name]) metrics[name].inc({ provider, outcome }, 0)
  for (const kind of emailKinds) for (const outcome of outcomes.emails) metrics.emails.inc({ kind, outcome }, 0)
  for (const source of ['server', 'browser']) metrics.errors.inc({ source }, 0)
  for (const name of jobNames) for (const outcome of outcomes.jobs) metrics.jobs.inc({ name, outcome }, 0)
  return metrics
}

const metrics = () => processState('metrics', createZeroMetrics)

export const countCheckout = (provider: Provider, outcome: OutcomeOf<'checkouts'>): void =>
  metrics().checkouts.inc({ provider, outcome })

export const countWebhook = (provider: Provider, outcome: OutcomeOf<'webhooks'>): void =>
  metrics().webhooks.inc({ provider, outcome })

export function countSync(provider: Provider, outcome: OutcomeOf<'syncs'>, seconds: number): void {
  metrics().syncs.inc({ provider, outcome })
  metrics().syncSeconds.observe({ provider }, seconds)
}

/** @param kind as stored; unknown kinds count as `other` */
export const countEmail = (kind: string, outcome: OutcomeOf<'emails'>): void =>
  metrics().emails.inc({ kind: emailKinds.find((emailKind) => emailKind === kind) ?? 'other', outcome })

export function setWaitingEmails(waiting: { due: number; late: number }): void {
  for (const [state, count] of Object.entries(waiting)) metrics().waitingEmails.set({ state }, count)
}

export const countJob = (name: JobName, outcome: OutcomeOf<'jobs'>): void => metrics().jobs.inc({ name, outcome })

export const countError = (source: 'server' | 'browser'): void => metrics().errors.inc({ source })

export const countLimited = (rate: (typeof rateNames)[number]): void => metrics().limited.inc({ rate })

/** @param route its path, or `other` */
export function countRequest(route: string, status: number, seconds: number): void {
  metrics().requests.inc({ route, status })
  metrics().requestSeconds.observe({ route }, seconds)
}

function measureProcess(): void {
  const { registry } = metrics()
  // A second registration throws.
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry })
}

export async function renderMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = metrics()
  return { type: registry.contentType, text: await registry.metrics() }
}

/** On loopback only. If the port is taken, the site runs without metrics. */
export function startMetrics(): void {
  const port = env().metricsPort
  if (port === null) return
  measureProcess()
  const server = createServer((request, response) => {
    const isMetricsRequest = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isMetricsRequest) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
    renderMetrics().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      (err: unknown) => {
        log().error({ err }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  server.on('error', (err) => log().error({ err, port }, 'metrics cannot be served (METRICS_PORT)'))
  server.listen(port, '127.0.0.1')
  server.unref()
}
