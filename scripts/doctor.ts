/** `npm run doctor`: checks the settings in `.env` or the environment, and reports every problem in a sentence. */
import { parseArgs } from 'node:util'
import '@/lib/env/load'
import type { Finding } from './doctor/finding'
import { runChecks } from './doctor/run-checks'

const marks: Record<Finding['status'], string> = { right: '  ok   ', wrong: '  WRONG', off: '  off  ' }

try {
  parseArgs({ options: {} })
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
let problems = 0
for (const { name, findings } of await runChecks(process.env)) {
  console.log(name)
  for (const { status, message } of findings) console.log(`${marks[status]} ${message}`)
  problems += findings.filter(({ status }) => status === 'wrong').length
}
const summary =
  problems === 1 ? 'One problem found.' : problems > 1 ? `${problems} problems found.` : 'No problems found.'
console.log(`\n${summary}`)
process.exitCode = problems > 0 ? 1 : 0
