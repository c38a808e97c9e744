/** The site's process: Next's own request handler, and what stands round it. */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'
import { env } from '@/lib/env'
import { drainOn } from './drain'
import { siteServer } from './site-server'

const { values } = parseArgs({
  options: { hostname: { type: 'string', short: 'H' }, port: { type: 'string', short: 'p' } },
})
const port = Number(values.port ?? process.env.PORT ?? 3000)
const hostname = values.hostname ?? '0.0.0.0'

const app = next({ dev: false, dir: process.cwd(), hostname, port, httpServer: createServer() })
await app.prepare()
const handler = app.getRequestHandler()
const server = siteServer((request, response) => void handler(request, response))
drainOn(
  server,
  () => env().shutdownDelayMs,
  () => app.close(),
)
server.listen(port, hostname)
