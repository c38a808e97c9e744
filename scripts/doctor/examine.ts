import { provider, type PlanOffer, type Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { EnvError, readEnv, type Env } from '@/lib/env'
import { lookAtChargebee } from './chargebee'
import { right, wrong, type Finding } from './finding'
import { lookAtIdentity } from './identity'
import { lookAtNotion } from './notion'
import { lookAtAddress, lookAtSite } from './site'
import { lookAtDatabase, lookAtMail, lookAtRedis } from './stores'
import { lookAtStripe } from './stripe'

const lookAtProvider: Record<Provider, (env: Env, plans: PlanOffer[] | null) => Promise<Finding[]>> = {
  stripe: lookAtStripe,
  chargebee: lookAtChargebee,
}

type Part = { name: string; findings: Finding[] }

/** Asks every vendor that the environment names about itself. Changes nothing. */
export async function examine(source: Record<string, string | undefined>): Promise<Part[]> {
  let env: Env
  try {
    env = readEnv(source)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [{ name: 'Settings', findings: error.problems.map(wrong) }]
  }
  const site = await lookAtSite(env)
  const parts: (readonly [string, Promise<Finding[]>])[] = [
    ['Identity', lookAtIdentity(env)],
    ...provider.options.map((name) => [providerName[name], lookAtProvider[name](env, site.plans)] as const),
    ['Blog', lookAtNotion(env)],
    ['Database', lookAtDatabase(env)],
    ['Redis', lookAtRedis(env)],
    ['Mail', lookAtMail(env)],
  ]
  const looked = await Promise.all(parts.map(async ([name, findings]) => ({ name, findings: await findings })))
  const settings = { name: 'Settings', findings: [right('The settings are whole.')] }
  return [settings, { name: 'Site', findings: [...lookAtAddress(env), ...site.findings] }, ...looked]
}
