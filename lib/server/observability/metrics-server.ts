import 'server-only'
import { createServer } from 'node:http'
import { env } from '@/lib/env'
import { log } from './log'
import { measureProcess, renderMetrics } from './metrics'

/**
 * Begins to serve the measurements at http://127.0.0.1:METRICS_PORT/metrics, where no other machine
 * reaches them. Without a port nothing listens. A port that is taken is no reason to end: the site goes on
 * unmeasured, and the log says so.
 */
export function startMetrics(): void {
  const port = env().metricsPort
  if (port === null) return
  measureProcess()
  const server = createServer((request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isAsked) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
    renderMetrics().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      (err: unknown) => {
        log().error({ err }, 'the measurements could not be read')
        response.writeHead(500).end()
      },
    )
  })
  server.on('error', (err) => log().error({ err, port }, 'the measurements cannot be served (METRICS_PORT)'))
  server.listen(port, '127.0.0.1')
  // It answers while the site runs, and is no reason for a process to stay.
  server.unref()
}
