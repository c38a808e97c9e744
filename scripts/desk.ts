/** `npm run desk`: contact messages, unsent emails, plans, webhooks and posts with problems, from the running site. */
import { reasonOf } from '@/lib/content/report'
import { desk } from '@/lib/contract/desk'
import { loadEnvFile } from '@/lib/env/file'
import { formatDesk } from './desk/format-desk'
import { parseOptions } from './options'
import { callSite, readSite } from './reconcile/site'

const help = `npm run desk -- [--json] [--retry ID]
  --json       prints the answer of the site as it is
  --retry ID   sends an email that could not be sent`

async function run(): Promise<void> {
  const { json, retry } = parseOptions(help, { json: { type: 'boolean' }, retry: { type: 'string' } })
  loadEnvFile('.')
  const site = readSite(process.env)
  if (retry !== undefined) {
    await callSite(site, { method: 'POST', path: '/api/desk/retry', body: { id: retry } })
    return console.log(`The email ${retry} is being sent. Run npm run desk again to see whether it was.`)
  }
  const answer = await (await callSite(site, { method: 'GET', path: '/api/desk' })).json()
  console.log(json ? JSON.stringify(answer, null, 2) : formatDesk(desk.parse(answer), site.origin).join('\n'))
}

try {
  await run()
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
