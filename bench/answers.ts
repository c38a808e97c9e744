/** What an answer costs the site's processes, beside the floor's, by turns in one run. */
import { samplePost } from '@/e2e/setup/routes'
import { paths, tokenHeader } from '@/lib/site'
import { startNginx } from '@/tests/setup/nginx'
import { commandOf, treeOf } from '@/tests/setup/processes'
import { endWith } from './endings'
import { measureInTurns, type Cost, type Target } from './load'
import { signUpMany } from './people'
import type { World } from './world'

const mostAnswers = 20_000
const mostPlans = 300

/** The site answers a person sixty times a minute. */
const callsEach = 25

/** The home page behind the shipped settings of nginx, which runs until the run ends. */
async function behindNginx({ site }: World): Promise<Target> {
  const nginx = await startNginx([site.port])
  endWith(() => nginx.stop())
  return {
    origin: nginx.url,
    ask: () => ({ path: paths.home }),
    most: mostAnswers,
    pids: treeOf(process.pid).filter((pid) => commandOf(pid).startsWith('nginx')),
  }
}

/** The plan of people who are signed in, one after the other. */
async function planOf({ site }: World, rounds: number): Promise<Target> {
  const people = await signUpMany(site.identity, Math.ceil((mostPlans * (rounds + 2)) / callsEach))
  return {
    origin: site.origin,
    ask: (n) => {
      const { uid = '', token = '' } = people[n % people.length] ?? {}
      return { path: `/api/users/current-plan?uid=${uid}`, headers: { [tokenHeader]: token } }
    },
    most: mostPlans,
    pids: [site.pid],
  }
}

export type AnswerFigures = Record<'floorPage' | 'home' | 'post' | 'cached' | 'floorJson' | 'plan', Cost[]>

/** Costs of each round. @throws when an answer is not 200 */
export async function measureAnswers(world: World, rounds: number): Promise<AnswerFigures> {
  const { floor, site } = world
  const target = (from: { origin: string; pid: number }, path: string): Target => ({
    origin: from.origin,
    ask: () => ({ path }),
    most: mostAnswers,
    pids: [from.pid],
  })
  return measureInTurns(
    {
      floorPage: target(floor, '/'),
      home: target(site, paths.home),
      post: target(site, samplePost),
      cached: await behindNginx(world),
      floorJson: target(floor, '/json'),
      plan: await planOf(world, rounds),
    },
    rounds,
  )
}
