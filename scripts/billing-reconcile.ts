/** `npm run billing:reconcile`: asks the running site to apply what lost webhooks of the payment providers left out. */
import { reasonOf } from '@/lib/content/report'
import { loadEnvFile } from '@/lib/env/file'
import { switchesOf } from './options'
import { ask, siteOf } from './reconcile/site'
import { sentencesOf } from './reconcile/sentences'

try {
  const values = switchesOf('npm run billing:reconcile -- [--events] [--json]', {
    events: 'asks only about those whom a provider could not tell us about',
    json: 'prints each line as the site says it',
  })
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
