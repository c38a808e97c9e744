/**
 * Money under faults: histories drawn by a seed, each a person who buys, cancels, resumes, does not pay
 * and comes back, over two site processes on one Postgres that are killed at random, while every
 * message of the vendors comes late, shuffled and up to twenty times. In the end the site must say
 * what the vendors hold, and each effect must have happened once.
 *
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1 --only 17   (one of them again)
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import type { Count } from './deliveries'
import { drawDeath, drawSteps, type Death, type History } from './history'
import { checkCommitted } from './committed'
import { checkForgeries } from './forged'
import { checkLimits } from './limits'
import { checkLetters } from './mail'
import { checkSizes } from './sizes'
import { randomFrom, seedOf } from '@/tests/setup/random'
import { runHistory, type Ran } from './run-history'
import { startWorld, type World } from './world'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '500' },
    kills: { type: 'string', default: '40' },
    forged: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** Where the counts are written, for `npm test`. */
    report: { type: 'string' },
  },
})
const histories = Number(values.histories)
const kills = Number(values.kills)
const seed = Number(values.seed)
const only = values.only === undefined ? null : Number(values.only)

const say = (line: string) => console.log(line)

/** The histories of a run: the same for the same seed and numbers, whichever of them is run. */
function draw(): History[] {
  const drawn = Array.from({ length: histories }, (_, number) => ({
    steps: drawSteps(randomFrom(seedOf(seed, number))),
    deaths: [] as Death[],
  }))
  const random = randomFrom(seedOf(seed, -1))
  for (let left = kills; left > 0; left--) {
    const { steps, deaths } = random.pick(drawn)
    deaths.push(drawDeath(random, steps.length))
  }
  return drawn
}

const count = { passed: 0, failed: 0 }
const sum: Count & { deaths: number } = { events: 0, sent: 0, again: {}, deaths: 0 }

function tellFailed(number: number, { steps, deaths }: History, { problems, done }: Ran): void {
  say(`\nHistory ${number} FAILED`)
  for (const problem of problems) say(`  ${problem}`)
  for (const [place, step] of steps.entries()) say(`  ${place + 1 > done ? ' ' : '·'} ${place} ${JSON.stringify(step)}`)
  if (deaths.length > 0) say(`  killed: ${JSON.stringify(deaths)}`)
  say(`  again: --histories ${histories} --kills ${kills} --seed ${seed} --only ${number}`)
}

async function runHistories(world: World): Promise<void> {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  for (const [number, history] of draw().entries()) {
    if (only !== null && number !== only) continue
    const ran = await runHistory(world, history, randomFrom(seedOf(seed + 1, number)), `person-${number}`)
    sum.events += ran.events
    sum.sent += ran.sent
    for (const [why, times] of Object.entries(ran.again)) sum.again[why] = (sum.again[why] ?? 0) + times
    sum.deaths += history.deaths.length
    if (ran.problems.length === 0) count.passed++
    else {
      count.failed++
      tellFailed(number, history, ran)
    }
    if ((number + 1) % 50 === 0) say(`  ${number + 1} histories, ${count.failed} failed (${seconds()} s)`)
  }
  const again = Object.entries(sum.again).map(([why, times]) => `${times} after ${why}`)
  say(`  ${sum.events} messages came ${sum.sent} times, of these again: ${again.join(', ') || 'none'}`)
  say(`  ${sum.deaths} processes were killed (${seconds()} s)`)
}

/** A check of its own beside the histories: its problems are printed, and it counts as one. */
async function check(name: string, run: () => Promise<string[]>): Promise<void> {
  const began = Date.now()
  const problems = await run().catch((error: unknown) => [error instanceof Error ? (error.stack ?? '') : String(error)])
  if (problems.length === 0) count.passed++
  else count.failed++
  say(`  ${name}: ${problems.length === 0 ? 'holds' : 'FAILED'} (${Math.round((Date.now() - began) / 1000)} s)`)
  for (const problem of problems.slice(0, 20)) say(`    ${problem}`)
}

const lock = await ensureBuild(say)
const world = await startWorld()
let stopping: Promise<void> | undefined
const stop = () => (stopping ??= world.stop().finally(() => lock.release()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)))
try {
  await world.begin()
  say(`seed ${seed}: ${histories} histories, ${kills} kills`)
  await runHistories(world)
  if (only === null) {
    await check('letters arrive, and once', () => checkLetters(world, sum.deaths))
    await check('a message answered 200 is stored, though the process dies at that moment', () =>
      checkCommitted(world, Math.max(2, Math.round(kills / 8))),
    )
    await check(`${values.forged} forged or altered messages`, () => checkForgeries(world, seed, Number(values.forged)))
    await check('bodies that are too large', () => checkSizes(world))
    await check('limits are shared by both processes', () => checkLimits(world))
  }
} catch (error) {
  count.failed++
  console.error(error)
} finally {
  await stop()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
say(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
