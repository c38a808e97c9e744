/** One history from its first step to the judgement of its end. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeliveries, type Count } from './deliveries'
import { problemsOf } from './effects'
import type { Death, History } from './history'
import { createPerson, forgetAll } from './person'
import { truthOf, type Truth } from './oracle'
import type { Random } from '@/tests/setup/random'
import { createSteps, newCourse } from './steps'
import type { World } from './world'

export type Ran = Count & { problems: string[]; done: number }

/** Lets a process die in the middle of what the step does. */
async function die(world: World, { site, afterMs }: Death): Promise<void> {
  const dying = world.sites[site]
  await dying.up()
  await sleep(afterMs)
  dying.kill()
}

/** What became of a plan in one step, in the words of the lines about it. */
function turnsOf(before: Truth | undefined, { id, status, isUnSubscribed, unpaid }: Truth): string[] {
  // One that gave way to another in the same step may have been seen past due before.
  const isPastDue = status === 'past_due' || (status === 'canceled' && unpaid && before?.status !== 'canceled')
  return [
    ...(before?.isUnSubscribed === false && isUnSubscribed ? [`${id} cancelled`] : []),
    ...(before?.isUnSubscribed && !isUnSubscribed ? [`${id} resumed`] : []),
    ...(before && before.status !== 'past_due' && isPastDue ? [`${id} past-due`] : []),
  ]
}

/**
 * Runs a history and tells what was not as it should be. It never throws for the site's sake: what the
 * site does not answer in the end is a problem too.
 */
export async function runHistory(world: World, { steps, deaths }: History, random: Random, name: string): Promise<Ran> {
  const course = newCourse()
  const deliveries = createDeliveries(world, random)
  let done = 0
  try {
    await Promise.any(world.sites.map((site) => site.up()))
    await world.setAhead(0)
    const person = await createPerson(world, random, name)
    const run = createSteps(world, person, random, course)
    let stood: Truth[] = []
    const look = (place: number) => {
      const stands = truthOf(person, Math.floor(world.now() / 1000))
      for (const key of stands.flatMap((now) =>
        turnsOf(
          stood.find(({ id }) => id === now.id),
          now,
        ),
      )) {
        course.turns.set(key, (course.turns.get(key) ?? 0) + 1)
      }
      stood = stands
      const { stripe, chargebee } = person.pages()
      for (const { id } of [...stripe, ...chargebee, ...person.held().map(({ subscription }) => subscription)]) {
        if (!course.firstSeen.has(id)) course.firstSeen.set(id, place)
      }
    }
    const dyingAt = (place: number) => deaths.filter(({ step }) => step === place).map((death) => die(world, death))
    for (const [place, step] of steps.entries()) {
      const dying = dyingAt(place)
      deliveries.send(place)
      await run(step)
      await Promise.all(dying)
      await world.quiet()
      look(place)
      deliveries.gather(place + 1, steps.length)
      done++
    }
    const dying = dyingAt(steps.length)
    await deliveries.finish()
    await Promise.all(dying)
    course.problems.push(...(await problemsOf(world, person, course)))
  } catch (error) {
    course.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  world.caught.length = 0
  forgetAll(world)
  return { problems: course.problems, done, ...deliveries.count }
}
