/**
 * Billing under faults: random histories of people who buy, cancel, resume, fail to pay and return, over two sites on
 * one Postgres. Sites are killed at random, and webhooks arrive late, in any order and up to twenty times. At the end,
 * the site must agree with the vendors, and each effect must have happened once.
 *
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1 --only 17   (repeats one of them)
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import { randomFrom, seedOf } from '@/tests/setup/random'
import { startWorld, type World } from '@/tests/faults/support/world'
import { checkCommits, checkEmails, checkLimits } from './check-processes'
import type { DeliveryCount } from './deliveries'
import { drawKill, drawSteps, type History, type Kill } from './draw-history'
import { runHistory, type HistoryResult } from './run-history'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '500' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** A file for the counts, which tests/run.ts reads. */
    report: { type: 'string' },
  },
})
const histories = Number(values.histories)
const kills = Number(values.kills)
const seed = Number(values.seed)
const only = values.only === undefined ? null : Number(values.only)

const log = (line: string) => console.log(line)

/** Always draws all histories, so that `--only` gets the same one. */
function drawHistories(): History[] {
  const drawn = Array.from({ length: histories }, (_, number) => ({
    steps: drawSteps(randomFrom(seedOf(seed, number))),
    kills: [] as Kill[],
  }))
  const random = randomFrom(seedOf(seed, -1))
  for (let left = kills; left > 0; left--) {
    const { steps, kills } = random.pick(drawn)
    kills.push(drawKill(random, steps.length))
  }
  return drawn
}

const count = { passed: 0, failed: 0 }
const total: DeliveryCount & { kills: number } = { webhooks: 0, sent: 0, retries: {}, kills: 0 }

function logFailure(number: number, history: History, { problems, done }: HistoryResult): void {
  log(`\nHistory ${number} FAILED`)
  for (const problem of problems) log(`  - ${problem}`)
  for (const [place, step] of history.steps.entries())
    log(`  ${place + 1 > done ? ' ' : '·'} ${place} ${JSON.stringify(step)}`)
  if (history.kills.length > 0) log(`  kills: ${JSON.stringify(history.kills)}`)
  log(`  repeat: --histories ${histories} --kills ${kills} --seed ${seed} --only ${number}`)
}

async function runHistories(world: World): Promise<void> {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  for (const [number, history] of drawHistories().entries()) {
    if (only !== null && number !== only) continue
    const result = await runHistory(world, history, randomFrom(seedOf(seed + 1, number)), `person-${number}`)
    total.webhooks += result.webhooks
    total.sent += result.sent
    for (const [reason, times] of Object.entries(result.retries))
      total.retries[reason] = (total.retries[reason] ?? 0) + times
    total.kills += history.kills.length
    if (result.problems.length === 0) count.passed++
    else {
      count.failed++
      logFailure(number, history, result)
    }
    if ((number + 1) % 50 === 0) log(`  ${number + 1} histories, ${count.failed} failed (${seconds()} s)`)
  }
  const retries = Object.entries(total.retries).map(([reason, times]) => `${times} after ${reason}`)
  log(`  ${total.webhooks} webhooks were sent ${total.sent} times, with retries: ${retries.join(', ') || 'none'}`)
  log(`  ${total.kills} processes were killed (${seconds()} s)`)
}

/** Runs a check that follows the histories, and counts it as one. */
async function check(name: string, run: () => Promise<string[]>): Promise<void> {
  const began = Date.now()
  const problems = await run().catch((error: unknown) => [error instanceof Error ? (error.stack ?? '') : String(error)])
  count[problems.length === 0 ? 'passed' : 'failed']++
  log(`  ${name}: ${problems.length === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - began) / 1000)} s)`)
  for (const problem of problems.slice(0, 20)) log(`  - ${problem}`)
}

const lock = await ensureBuild(log)
const world = await startWorld()
let stopping: Promise<void> | undefined
const stop = () => (stopping ??= world.stop().finally(() => lock.release()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)))
try {
  await world.ready()
  log(`seed ${seed}: ${histories} histories, ${kills} kills`)
  await runHistories(world)
  if (only === null) {
    await check('each email arrives once', () => checkEmails(world, total.kills))
    await check('a webhook that got 200 is stored, even if the process is killed at that moment', () =>
      checkCommits(world, Math.max(2, Math.round(kills / 8))),
    )
    await check('rate limits count over both processes', () => checkLimits(world))
  }
} catch (error) {
  count.failed++
  console.error(error)
} finally {
  await stop()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
