import 'server-only'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { log } from './log'
import { cleanSpan, isTelling } from './traces-clean'

/** What an exporter calls success. */
const success = 0

/** An exporter of what is telling and clean, which says once that its collector does not take them, and once that it does again. */
export function carefulExporter(exporter: SpanExporter): SpanExporter {
  let failing = false
  return {
    export(spans: ReadableSpan[], done) {
      const sent = spans.filter(isTelling).map(cleanSpan)
      if (sent.length === 0) return done({ code: success })
      exporter.export(sent, (result) => {
        const failed = result.code !== success
        if (failed && !failing) log().warn({ err: result.error }, 'the collector does not take our spans')
        if (!failed && failing) log().info('the collector takes our spans again')
        failing = failed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
