/** `npm run billing:reconcile`: asks the running site to make good what lost messages of the providers left behind. */
import { parseArgs } from 'node:util'
import { reasonOf } from '@/lib/content/report'
import { loadEnvFile } from '@/lib/env-file'
import { ask, siteOf } from './reconcile/site'
import { sentencesOf } from './reconcile/sentences'

try {
  const { values } = parseArgs({ options: { events: { type: 'boolean' }, json: { type: 'boolean' } } })
  loadEnvFile('.')
  const site = siteOf(process.env)
  if (!values.json) console.log(`Asking ${site.origin} …`)
  let whole = false
  for await (const line of ask(site, values.events ? 'events' : 'all')) {
    for (const sentence of values.json ? [JSON.stringify(line)] : sentencesOf(line)) console.log(sentence)
    if ('checked' in line) whole = line.failed === 0
  }
  if (!whole) process.exitCode = 1
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
