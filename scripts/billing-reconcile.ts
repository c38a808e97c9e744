/** `npm run billing:reconcile`: has the running site apply changes from undelivered webhooks. */
import { reasonOf } from '@/lib/content/report'
import { loadEnvFile } from '@/lib/env/file'
import { parseOptions } from './options'
import { requestReconciliation, readSite } from './reconcile/site'
import { describeLine } from './reconcile/sentences'

const help = `npm run billing:reconcile -- [--events] [--json]
  --events  checks only customers with undelivered webhooks
  --json    prints the site’s JSON lines`

try {
  const values = parseOptions(help, { events: { type: 'boolean' }, json: { type: 'boolean' } })
  loadEnvFile('.')
  const site = readSite(process.env)
  if (!values.json) console.log(`Asking ${site.origin} …`)
  let isComplete = false
  for await (const line of requestReconciliation(site, values.events ? 'events' : 'all')) {
    for (const sentence of values.json ? [JSON.stringify(line)] : describeLine(line)) console.log(sentence)
    if ('checked' in line) isComplete = line.failed === 0
  }
  if (!isComplete) process.exitCode = 1
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
