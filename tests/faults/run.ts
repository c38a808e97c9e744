/** Runs the faults that the site must survive: `npm run test:faults`, or one of them with `--only postgres-stopped`. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import type { Fault } from './support/client'
import { killPostgres } from './kill'
import { postgresStopped } from './postgres-stopped'
import { redisStopped } from './redis-stopped'
import { rollingDeploy } from './rolling-deploy'
import { vendorsSlow } from './vendors-slow'

/** The longest first, because two run at a time. */
const faults: Fault[] = [rollingDeploy, postgresStopped, vendorsSlow, redisStopped, killPostgres]

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    /** A file for the counts, which tests/run.ts reads. */
    report: { type: 'string' },
  },
})
const { only = faults.map(({ name }) => name) } = values
const chosen = faults.filter(({ name }) => only.includes(name))
if (chosen.length < only.length) {
  console.log(`There are: ${faults.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const isSkipped = ({ needsRedis }: Fault) => needsRedis && process.env.TEST_REDIS === 'off'
for (const { name } of chosen.filter(isSkipped)) console.log(`${name} is skipped: TEST_REDIS is off.`)

const count = { passed: 0, failed: 0 }

async function runFault(fault: Fault): Promise<void> {
  const lines: string[] = []
  // The output of two faults at a time would mix.
  const print = (line: string) => void lines.push(line)
  print(`${fault.name}: ${fault.expects}`)
  const began = Date.now()
  const problems = await fault
    .run((line) => print(`  ${line}`))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
  count[problems.length === 0 ? 'passed' : 'failed']++
  for (const problem of problems.slice(0, 20)) print(`  - ${problem}`)
  if (problems.length > 20) print(`  - and ${problems.length - 20} more`)
  print(`  ${problems.length === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - began) / 1000)} s)`)
  console.log(lines.join('\n'))
}

const lock = await ensureBuild((line) => console.log(line))
try {
  const waiting = chosen.filter((fault) => !isSkipped(fault))
  const runInTurn = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) await runFault(fault)
  }
  // A fault mostly waits.
  await Promise.all([runInTurn(), runInTurn()])
} finally {
  lock.release()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
