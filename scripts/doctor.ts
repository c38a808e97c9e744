/** `npm run doctor`: checks a real configuration and reports every problem in a sentence. */
import { loadEnvFile } from '@/lib/env/file'
import type { Finding } from './doctor/finding'
import { runChecks } from './doctor/run-checks'
import { parseOptions } from './options'

const marks: Record<Finding['status'], string> = { right: '  ok   ', wrong: '  WRONG', off: '  off  ' }

try {
  parseOptions('npm run doctor, with the settings of the site in .env or in the environment', {})
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
loadEnvFile('.')
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
