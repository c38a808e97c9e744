/** Sends unhandled errors to the log, a metric and, with `SENTRY_DSN`, to Sentry. */
import 'server-only'
import type { Client, ErrorEvent } from '@sentry/core'
import { env } from '@/lib/env'
import { closeOnShutdown } from '@/lib/server/process-state'
import { log, redactText } from './log'
import { countError } from './metrics'

type ErrorSource = 'server' | 'browser'

type Report = {
  source: ErrorSource
  error: unknown
  /** A route or a page, never a requested address. */
  where: string
  /** What failed, such as `render` or `island`. */
  kind: string
}

const timeoutMs = 5000

function redacted(event: ErrorEvent): ErrorEvent {
  for (const exception of event.exception?.values ?? []) {
    exception.value = redactText(exception.value ?? '')
  }
  return event
}

let client: Promise<Client> | undefined

/** Loaded only with `SENTRY_DSN`. Events have the error, its stack and three tags, but no request or user. */
async function createClient(): Promise<Client> {
  const [{ createStackParser, createTransport }, { nodeStackLineParser, ServerRuntimeClient }] = await Promise.all([
    import('@sentry/core'),
    import('@sentry/core/server'),
  ])
  const { sentryDsn, mode } = env()
  const created = new ServerRuntimeClient({
    dsn: sentryDsn ?? undefined,
    environment: mode,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const { status, headers } = await fetch(options.url, { method: 'POST', body: body as BodyInit, signal })
        return {
          statusCode: status,
          headers: {
            'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
            'retry-after': headers.get('retry-after'),
          },
        }
      }),
    beforeSend: redacted,
  })
  created.init()
  closeOnShutdown(async () => void (await created.close(2000)))
  return created
}

async function sendToSentry(error: unknown, tags: Record<string, string>): Promise<void> {
  client ??= createClient()
  ;(await client).captureException(error, { captureContext: { tags } })
}

/** Counts an error that is logged elsewhere, and sends it to Sentry. */
export function recordError({ source, error, where, kind }: Report): void {
  countError(source)
  if (env().sentryDsn === null) return
  sendToSentry(error, { source, kind, where }).catch((err: unknown) =>
    log().warn({ err }, 'Sentry could not be loaded'),
  )
}

export function reportError(report: Report): void {
  const { source, error, where, kind } = report
  // Anyone can send an error of a browser, so it is no reason to wake an operator.
  log()[source === 'server' ? 'error' : 'warn']({ source, kind, where, err: error }, 'uncaught error')
  recordError(report)
}
