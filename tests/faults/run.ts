/**
 * Runs the faults that the site must survive.
 *
 *   npm run test:faults                              (all of them, with the full numbers)
 *   npm run test:faults -- --small                   (with small numbers, two faults at a time)
 *   npm run test:faults -- --quick                   (small numbers, and only the faults that `npm test` runs)
 *   npm run test:faults -- --only postgres-stopped
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import { clockOff } from './clock-off'
import { collectorFault } from './collector'
import { diskFull } from './disk-full'
import type { Fault } from './fault'
import { flooded } from './flood'
import { keysDown } from './keys-down'
import { killEmbedded, killPostgres } from './kill'
import { notionDown } from './notion-down'
import { postgresStopped } from './postgres-stopped'
import { redisStopped } from './redis-stopped'
import { rollingDeploy } from './rolling-deploy'
import { slowConnections } from './slow-connections'
import { twoProcesses } from './two-processes'
import { vendorsSlow } from './vendors-slow'

/** The longest first, because two run at a time with small numbers. */
const faults: Fault[] = [
  rollingDeploy,
  postgresStopped,
  notionDown,
  vendorsSlow,
  redisStopped,
  flooded,
  killPostgres,
  killEmbedded,
  diskFull,
  clockOff,
  keysDown,
  slowConnections,
  twoProcesses,
  collectorFault,
]

/** The faults that could cost people money, data or the safety of their account. */
const quickFaults = [postgresStopped, vendorsSlow, killPostgres, diskFull, twoProcesses, keysDown, clockOff]

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    /** A file for the counts, which tests/run.ts reads. */
    report: { type: 'string' },
  },
})
const isSmall = values.small || values.quick

const selectable = values.quick ? quickFaults : faults
const { only = selectable.map(({ name }) => name) } = values
const chosen = selectable.filter(({ name }) => only.includes(name))
const unknown = only.filter((wanted) => !selectable.some(({ name }) => name === wanted))
if (unknown.length > 0) {
  console.log(`There is no ${unknown.join(', no ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const isSkipped = ({ needsRedis }: Fault) => needsRedis && process.env.TEST_REDIS === 'off'
for (const { name } of chosen.filter(isSkipped)) console.log(`${name} is skipped: TEST_REDIS is off.`)

const count = { passed: 0, failed: 0 }

async function runFault(fault: Fault): Promise<void> {
  const lines: string[] = []
  // The output of two faults at a time would mix.
  const print = (line: string) => void (isSmall ? lines.push(line) : console.log(line))
  print(`${fault.name}: ${fault.expects}`)
  const began = Date.now()
  const problems = await fault
    .run(!isSmall, (line) => print(`  ${line}`))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
  count[problems.length === 0 ? 'passed' : 'failed']++
  for (const problem of problems.slice(0, 20)) print(`  - ${problem}`)
  if (problems.length > 20) print(`  - and ${problems.length - 20} more`)
  print(`  ${problems.length === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - began) / 1000)} s)`)
  if (isSmall) console.log(lines.join('\n'))
}

const lock = await ensureBuild((line) => console.log(line))
try {
  const waiting = chosen.filter((fault) => !isSkipped(fault))
  const runInTurn = async () => {
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) await runFault(fault)
  }
  // With small numbers a fault mostly waits. In full, each needs the machine for itself.
  await Promise.all(Array.from({ length: isSmall ? 2 : 1 }, runInTurn))
} finally {
  lock.release()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
