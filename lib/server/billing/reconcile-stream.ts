import 'server-only'
import type { ReconcileScope } from '@/lib/contract/reconcile'
import { log } from '@/lib/server/observability/log'
import { reconciliation } from './reconcile'

/** Whoever stands between gives up a connection on which nothing comes: an empty line says that it lives. */
const signMs = 15_000

/**
 * A run of reconciliation as an answer: a line of JSON for each finding as it comes, and the summary last;
 * an answer without one was broken off. A caller who goes away ends the run.
 * @throws when the database cannot say whom to ask about: nothing was answered then, and an error can be
 */
export async function reconcileStream(scope: ReconcileScope): Promise<Response> {
  const run = await reconciliation(scope)
  const gone = new AbortController()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (text: string) => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const signs = setInterval(() => put('\n'), signMs)
      void run((line) => put(`${JSON.stringify(line)}\n`), gone.signal)
        .catch((err: unknown) => log().error({ err }, 'reconcile: broken off'))
        .finally(() => {
          clearInterval(signs)
          if (!gone.signal.aborted) controller.close()
        })
    },
    cancel: () => gone.abort(),
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' } })
}
