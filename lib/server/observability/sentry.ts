/** Loaded only with `SENTRY_DSN`. Events contain the error, its stack and three tags: no request and no user. */
import 'server-only'
import { createStackParser, createTransport, type ErrorEvent } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { env } from '@/lib/env'
import { onShutdown } from '@/lib/shutdown'
import { redactLine } from './log'
import { mapStack } from './source-maps'

const timeoutMs = 5000

/** The same redaction as in the log. */
function redacted(event: ErrorEvent): ErrorEvent {
  for (const exception of event.exception?.values ?? []) {
    exception.value = (JSON.parse(redactLine(JSON.stringify({ text: exception.value ?? '' }))) as { text: string }).text
  }
  return event
}

let client: ServerRuntimeClient | undefined

function createClient(): ServerRuntimeClient {
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
  onShutdown(async () => void (await created.close(2000)))
  return created
}

export function sendToSentry(error: unknown, tags: Record<string, string>): void {
  client ??= createClient()
  const known = error instanceof Error ? error : new Error(String(error))
  const mapped = Object.assign(new Error(known.message), { name: known.name, stack: mapStack(known.stack ?? '') })
  client.captureException(mapped, { captureContext: { tags } })
}
