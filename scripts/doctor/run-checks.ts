import { providers, type PlanOffer, type Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { serviceFacts, serviceFile } from '@/lib/service-facts'
import { EnvError, readEnv, type Env } from '@/lib/env'
import { checkChargebee } from './chargebee'
import { errorMessage, off, right, wrong, type Finding } from './finding'
import { checkIdentity } from './identity'
import { checkNotion } from './notion'
import { checkAddress, checkSite } from './site'
import { checkDatabase, checkMail, checkRedis } from './stores'
import { checkStripe } from './stripe'

const providerChecks: Record<Provider, (env: Env, plans: PlanOffer[] | null) => Promise<Finding[]>> = {
  stripe: checkStripe,
  chargebee: checkChargebee,
}

/** Names the facts that the owner has not filled in. */
function checkService(): Finding[] {
  try {
    const missing = serviceFacts().missing.map((name) =>
      off(`${serviceFile()} has no "${name}", so pages leave it out.`),
    )
    return missing.length > 0 ? missing : [right(`${serviceFile()} has every fact.`)]
  } catch (error) {
    return [wrong(errorMessage(error))]
  }
}

type Section = { name: string; findings: Finding[] }

/** Asks every vendor that the environment names about itself. Changes nothing. */
export async function runChecks(source: Record<string, string | undefined>): Promise<Section[]> {
  let env: Env
  try {
    env = readEnv(source)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [{ name: 'Settings', findings: error.problems.map(wrong) }]
  }
  const site = await checkSite(env)
  const parts: (readonly [string, Promise<Finding[]>])[] = [
    ['Identity', checkIdentity(env)],
    ...providers.options.map((name) => [providerName[name], providerChecks[name](env, site.plans)] as const),
    ['Blog', checkNotion(env)],
    ['Service', Promise.resolve(checkService())],
    ['Database', checkDatabase(env)],
    ['Redis', checkRedis(env)],
    ['Mail', checkMail(env)],
  ]
  const checked = await Promise.all(parts.map(async ([name, findings]) => ({ name, findings: await findings })))
  const settings = { name: 'Settings', findings: [right('All settings are valid.')] }
  return [settings, { name: 'Site', findings: [...checkAddress(env), ...site.findings] }, ...checked]
}
