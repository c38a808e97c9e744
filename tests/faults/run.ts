/**
 * `npm run test:faults`: each fault that the site must live through, one after the other.
 *
 *   npm run test:faults                          (all of them, in full)
 *   npm run test:faults -- --small               (with small numbers, two faults at a time)
 *   npm run test:faults -- --quick               (small numbers, and only the faults that `npm test` runs)
 *   npm run test:faults -- --only postgres-stopped
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import { choose } from '@/scripts/options'
import { faults, quickFaults } from './all'
import type { Fault } from './fault'

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    /** Where the counts are written, for `npm test`. */
    report: { type: 'string' },
  },
})

const isSmall = values.small || values.quick

const say = (line: string) => console.log(line)
const { chosen, unknown } = choose(values.quick ? quickFaults : faults, values.only)
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', no ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const isLeftOut = ({ needsRedis }: Fault) => needsRedis && process.env.TEST_REDIS === 'off'
for (const { name } of chosen.filter(isLeftOut)) say(`${name} is left out: TEST_REDIS is off.`)

/** With small numbers a fault mostly waits, so two run side by side; in full each has the machine for itself. */
const together = isSmall ? 2 : 1

const count = { passed: 0, failed: 0 }

async function bringAbout(fault: Fault): Promise<void> {
  const title = `${fault.name}: ${fault.holds}`
  const lines: string[] = []
  const began = Date.now()
  if (!isSmall) say(title)
  const problems = await fault
    .run(!isSmall, (line) => (isSmall ? lines.push(line) : say(`  ${line}`)))
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)])
  if (problems.length === 0) count.passed++
  else count.failed++
  if (isSmall) say(title)
  for (const line of lines) say(`  ${line}`)
  for (const problem of problems.slice(0, 20)) say(`  - ${problem}`)
  if (problems.length > 20) say(`  - and ${problems.length - 20} more`)
  say(`  ${problems.length === 0 ? 'holds' : 'FAILED'} (${Math.round((Date.now() - began) / 1000)} s)`)
}

const lock = await ensureBuild(say)
try {
  const left = chosen.filter((fault) => !isLeftOut(fault))
  const takeTurns = async () => {
    for (let fault = left.shift(); fault; fault = left.shift()) await bringAbout(fault)
  }
  await Promise.all(Array.from({ length: together }, takeTurns))
} finally {
  lock.release()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
say(`${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed > 0 ? 1 : 0)
