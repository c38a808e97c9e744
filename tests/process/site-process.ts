/** A process that prints its shutdown steps. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { closeOnShutdown, isShuttingDown, trackWork } from '@/lib/server/process-state'
import { createSiteServer } from '@/server/http'
import { shutDownOnSignal } from '@/lib/server/shutdown'

const [delayMs = 0, answersMs = 5000, backgroundMs = 5000] = process.argv.slice(2).map(Number)

const say = (line: string) => process.stdout.write(`${line}\n`)

const server = createSiteServer((request, response) => {
  say(`asked ${request.url}`)
  if (request.url === '/health') response.writeHead(isShuttingDown() ? 503 : 200).end()
  else if (request.url === '/work') {
    void trackWork(sleep(400).then(() => say('worked')))
    response.end('begun')
  } else if (request.url === '/begun') {
    response.write('first ')
    setTimeout(() => response.end('last'), 400)
  } else if (request.url === '/long') setTimeout(() => response.end('done'), 400)
  else if (request.url === '/hangs') void trackWork(new Promise((resolve) => setTimeout(resolve, 600_000)))
  else if (request.url !== '/never') response.end('at once')
})
shutDownOnSignal(server, {
  delayMs,
  closeApp: async () => say('app closed'),
  overrides: { answersMs, silentMs: 200, backgroundMs },
})
closeOnShutdown(async () => say('database closed'))
closeOnShutdown(() => Promise.reject(new Error('the mail server is gone')))
server.listen(0, '127.0.0.1', () => say(`port ${(server.address() as AddressInfo).port}`))
