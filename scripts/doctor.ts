/** `npm run doctor`: checks a real configuration and reports every problem in a sentence. */
import { loadEnvFile } from '@/lib/env/file'
import type { Finding } from './doctor/finding'
import { examine } from './doctor/examine'
import { switchesOf } from './options'

const marks: Record<Finding['is'], string> = { right: '  ok   ', wrong: '  WRONG', off: '  off  ' }

try {
  switchesOf('npm run doctor, with the settings of the site in .env or in the environment', {})
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
loadEnvFile('.')
let problems = 0
for (const { name, findings } of await examine(process.env)) {
  console.log(name)
  for (const { is, says } of findings) console.log(`${marks[is]} ${says}`)
  problems += findings.filter(({ is }) => is === 'wrong').length
}
const verdict = problems === 1 ? 'One thing is wrong.' : problems > 1 ? `${problems} things are wrong.` : 'All is well.'
console.log(`\n${verdict}`)
process.exitCode = problems > 0 ? 1 : 0
