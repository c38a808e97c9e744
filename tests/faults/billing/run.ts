/**
 * Billing under faults: random histories of people who buy, cancel, resume, fail to pay and return, over two sites on
 * one Postgres. Sites are killed at random, and webhooks arrive late, in any order and up to twenty times. At the end,
 * the site must agree with the vendors, and each effect must have happened once.
 *
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1
 *   npm run test:billing -- --histories 500 --kills 40 --seed 1 --only 17   (repeats one of them)
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/local/build'
import { randomFrom, seedOf } from '@/tests/setup/random'
import { clearVendors, createPerson } from '@/tests/faults/support/person'
import { startWorld, vendors, type World } from '@/tests/faults/support/world'
import { checkEmails, checkHistory } from './check-history'
import { createDeliveries } from './deliveries'
import { drawKill, drawSteps, type Kill, type Step } from './draw-history'
import { expectedPlans, type ExpectedPlan } from './expected-plans'
import { createSteps, newRecord } from './steps'

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
const [histories, kills, seed] = [Number(values.histories), Number(values.kills), Number(values.seed)]

type History = { number: number; steps: Step[]; kills: Kill[] }

/** Always draws all histories, so that `--only` gets the same one. */
function drawHistories(): History[] {
  const drawn = Array.from({ length: histories }, (_, number): History => {
    return { number, steps: drawSteps(randomFrom(seedOf(seed, number))), kills: [] }
  })
  const random = randomFrom(seedOf(seed, -1))
  for (let left = kills; left > 0; left--) {
    const history = random.pick(drawn)
    history.kills.push(drawKill(random, history.steps.length))
  }
  return drawn
}

/** The changes of a plan during one step, in the words of the `plan_changes` table. */
function changesOf(before: ExpectedPlan | undefined, { id, status, isUnSubscribed, unpaid }: ExpectedPlan): string[] {
  // A plan that was replaced within the step may have been past due before that.
  const isPastDue = status === 'past_due' || (status === 'canceled' && unpaid && before?.status !== 'canceled')
  return [
    ...(before?.isUnSubscribed === false && isUnSubscribed ? [`${id} cancelled`] : []),
    ...(before?.isUnSubscribed && !isUnSubscribed ? [`${id} resumed`] : []),
    ...(before && before.status !== 'past_due' && isPastDue ? [`${id} past-due`] : []),
  ]
}

async function killSite(world: World, { site, afterMs }: Kill): Promise<void> {
  await world.sites[site].up()
  await sleep(afterMs)
  world.sites[site].kill()
}

/** Runs one history, and checks the result. A site that does not answer is a problem, too. */
async function runHistory(world: World, { number, steps, kills: drawn }: History): Promise<string[]> {
  const random = randomFrom(seedOf(seed + 1, number))
  const record = newRecord()
  const deliveries = createDeliveries(world, random)
  await Promise.any(world.sites.map((site) => site.up()))
  await world.setAhead(0)
  const person = await createPerson(world, `person-${number}`)
  const run = createSteps(world, person, random, record)
  let plans = new Map<string, ExpectedPlan>()
  function recordChanges(place: number) {
    const before = plans
    const now = expectedPlans(person, Math.floor(world.now() / 1000))
    plans = new Map(now.map((plan) => [plan.id, plan]))
    for (const change of now.flatMap((plan) => changesOf(before.get(plan.id), plan)))
      record.changes.set(change, (record.changes.get(change) ?? 0) + 1)
    for (const { id } of [...vendors.flatMap(person.pagesAt), ...now])
      if (!record.firstSeen.has(id)) record.firstSeen.set(id, place)
  }
  const killsAt = (place: number) => drawn.filter(({ step }) => step === place).map((kill) => killSite(world, kill))
  for (const [place, step] of steps.entries()) {
    const killing = killsAt(place)
    deliveries.send(place)
    await run(step)
    await Promise.all(killing)
    await world.webhooksSent()
    recordChanges(place)
    deliveries.collect(place + 1, steps.length)
  }
  const killing = killsAt(steps.length)
  await deliveries.finish()
  await Promise.all(killing)
  sent += deliveries.sent()
  return [...record.problems, ...(await checkHistory(world, person, record))]
}

let sent = 0
const count = { passed: 0, failed: 0 }

/** Counts a history or a check, and prints its problems. */
async function check(name: string, run: () => Promise<string[]>, details: string[] = []): Promise<void> {
  const problems = await run().catch((error: unknown) => [error instanceof Error ? (error.stack ?? '') : String(error)])
  count[problems.length === 0 ? 'passed' : 'failed']++
  if (problems.length === 0) return
  console.log(`${name}: FAILED`)
  for (const problem of problems.slice(0, 20)) console.log(`  - ${problem}`)
  for (const line of details) console.log(`    ${line}`)
}

const lock = await ensureBuild((line) => console.log(line))
const world = await startWorld()
let stopping: Promise<void> | undefined
const stop = () => (stopping ??= world.stop().finally(() => lock.release()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit(1)))
try {
  const began = Date.now()
  console.log(`seed ${seed}: ${histories} histories, ${kills} kills`)
  for (const history of drawHistories()) {
    const { number, steps, kills: drawn } = history
    if (values.only !== undefined && number !== Number(values.only)) continue
    const repeat = `repeat: --histories ${histories} --kills ${kills} --seed ${seed} --only ${number}`
    const details = [...steps.map((step, place) => `${place} ${JSON.stringify(step)}`), JSON.stringify(drawn), repeat]
    await check(`History ${number}`, () => runHistory(world, history), details)
    world.webhooks.length = 0
    clearVendors(world)
  }
  console.log(`${sent} webhooks were sent (${Math.round((Date.now() - began) / 1000)} s)`)
  if (values.only === undefined) await check('each email arrives once', () => checkEmails(world, kills))
} finally {
  await stop()
}
if (values.report) writeFileSync(values.report, JSON.stringify(count))
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
