import { EnvError, readEnv } from '@/lib/env'
import { lookAtChargebee } from './chargebee'
import { right, wrong, type Finding } from './finding'
import { lookAtIdentity } from './identity'
import { lookAtNotion } from './notion'
import { lookAtAddress, lookAtSite } from './site'
import { lookAtDatabase, lookAtMail, lookAtRedis } from './stores'
import { lookAtStripe } from './stripe'

type Part = { name: string; findings: Finding[] }

/**
 * Looks at all that an environment names, and asks each vendor about itself. Nothing is changed anywhere. Where the
 * environment itself is wrong, that is all that can be said.
 */
export async function examine(source: Record<string, string | undefined>): Promise<Part[]> {
  const settings = { name: 'Settings', findings: [right('The settings are whole.')] }
  try {
    readEnv(source)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [{ ...settings, findings: error.problems.map(wrong) }]
  }
  const env = readEnv(source)
  const site = await lookAtSite(env)
  const parts: [string, Promise<Finding[]>][] = [
    ['Identity', lookAtIdentity(env)],
    ['Stripe', lookAtStripe(env, site.plans)],
    ['Chargebee', lookAtChargebee(env, site.plans)],
    ['Blog', lookAtNotion(env)],
    ['Database', lookAtDatabase(env)],
    ['Redis', lookAtRedis(env)],
    ['Mail', lookAtMail(env)],
  ]
  const looked = await Promise.all(parts.map(async ([name, findings]) => ({ name, findings: await findings })))
  return [settings, { name: 'Site', findings: [...lookAtAddress(env), ...site.findings] }, ...looked]
}
