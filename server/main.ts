/** The site's process: Next's own request handler, and what stands round it. */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import next from 'next'

const { values } = parseArgs({
  options: { hostname: { type: 'string', short: 'H' }, port: { type: 'string', short: 'p' } },
})
const port = Number(values.port ?? process.env.PORT ?? 3000)
const hostname = values.hostname ?? '0.0.0.0'

const server = createServer()
const app = next({ dev: false, dir: process.cwd(), hostname, port, httpServer: createServer() })
await app.prepare()
const handler = app.getRequestHandler()
server.on('request', (request, response) => void handler(request, response))
server.listen(port, hostname)
