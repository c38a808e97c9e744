/** Runs one history, and checks the result. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@/tests/setup/random'
import { clearVendors, createPerson } from '@/tests/faults/support/person'
import type { World } from '@/tests/faults/support/world'
import { checkHistory } from './check-history'
import { createDeliveries, type DeliveryCount } from './deliveries'
import type { History, Kill } from './draw-history'
import { expectedPlans, type ExpectedPlan } from './expected-plans'
import { createSteps, newRecord } from './steps'

export type HistoryResult = DeliveryCount & { problems: string[]; done: number }

async function killSite(world: World, { site, afterMs }: Kill): Promise<void> {
  await world.sites[site].up()
  await sleep(afterMs)
  world.sites[site].kill()
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

/** Never throws: a site that does not answer is a problem, too. */
export async function runHistory(
  world: World,
  { steps, kills }: History,
  random: Random,
  name: string,
): Promise<HistoryResult> {
  const record = newRecord()
  const deliveries = createDeliveries(world, random)
  let done = 0
  try {
    await Promise.any(world.sites.map((site) => site.up()))
    await world.setAhead(0)
    const person = await createPerson(world, random, name)
    const run = createSteps(world, person, random, record)
    let plans: ExpectedPlan[] = []
    const recordChanges = (place: number) => {
      const before = new Map(plans.map((plan) => [plan.id, plan]))
      plans = expectedPlans(person, Math.floor(world.now() / 1000))
      for (const change of plans.flatMap((plan) => changesOf(before.get(plan.id), plan)))
        record.changes.set(change, (record.changes.get(change) ?? 0) + 1)
      const { stripe, chargebee } = person.pages()
      for (const { id } of [...stripe, ...chargebee, ...person.plans().map(({ subscription }) => subscription)]) {
        if (!record.firstSeen.has(id)) record.firstSeen.set(id, place)
      }
    }
    const killsAt = (place: number) => kills.filter(({ step }) => step === place).map((kill) => killSite(world, kill))
    for (const [place, step] of steps.entries()) {
      const killing = killsAt(place)
      deliveries.send(place)
      await run(step)
      await Promise.all(killing)
      await world.webhooksSent()
      recordChanges(place)
      deliveries.collect(place + 1, steps.length)
      done++
    }
    const killing = killsAt(steps.length)
    await deliveries.finish()
    await Promise.all(killing)
    record.problems.push(...(await checkHistory(world, person, record)))
  } catch (error) {
    record.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  world.webhooks.length = 0
  clearVendors(world)
  return { problems: record.problems, done, ...deliveries.count }
}
