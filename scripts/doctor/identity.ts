import * as z from 'zod'
import type { Method, SecondFactor, SignInOption } from '@/lib/contract/sign-in'
import type { Env, IdentityEnv } from '@/lib/env'
import { accessToken } from '@/lib/server/identity/admin'
import { paths } from '@/lib/site'
import { allOr, off, right, wordsOf, wrong, type Finding } from './finding'

const patienceMs = 10_000

/** @throws Error with the service's own message */
async function ask(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(patienceMs) })
  const body: unknown = await answer.json().catch(() => null)
  const said = z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message
  if (!answer.ok) throw new Error(said ?? `it answers ${answer.status}`)
  return body
}

const known = z.object({ projectId: z.string(), authorizedDomains: z.array(z.string()).default([]) })

/** Settings that the public API key may read. */
async function project({ siteOrigin }: Env, { accountsUrl, apiKey }: IdentityEnv) {
  const { projectId, authorizedDomains } = known.parse(
    await ask(`${accountsUrl}/v1/projects?key=${encodeURIComponent(apiKey)}`),
  )
  const { hostname } = new URL(siteOrigin)
  const listed = authorizedDomains.includes(hostname)
  const domains = listed
    ? right(`${hostname} is an authorised domain of the identity project.`)
    : wrong(
        `${hostname} is not among the identity project's authorised domains (${authorizedDomains.join(', ')}), so nobody can sign in there.`,
      )
  return { number: projectId, findings: [right('The identity service accepts FIREBASE_API_KEY.'), domains] }
}

const flag = z.object({ enabled: z.boolean().default(false) }).optional()
const config = z.object({
  name: z.string().default(''),
  signIn: z
    .object({
      email: z.object({ enabled: z.boolean().default(false), passwordRequired: z.boolean().default(false) }).optional(),
      phoneNumber: flag,
      anonymous: flag,
    })
    .default({}),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean().default(false) }).optional(),
  smsRegionConfig: z
    .object({
      allowlistOnly: z.object({ allowedRegions: z.array(z.string()).default([]) }).optional(),
      allowByDefault: z.object({ disallowedRegions: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
  quota: z.object({ signUpQuotaConfig: z.looseObject({}).optional() }).default({}),
  mfa: z
    .object({
      state: z.string().default('DISABLED'),
      enabledProviders: z.array(z.string()).default([]),
      providerConfigs: z
        .array(z.object({ state: z.string().default('DISABLED'), totpProviderConfig: z.unknown().optional() }))
        .default([]),
    })
    .optional(),
  notification: z.object({ sendEmail: z.object({ callbackUri: z.string().optional() }).optional() }).optional(),
})
const tenantConfig = z.object({
  allowPasswordSignup: z.boolean().default(false),
  enableEmailLinkSignin: z.boolean().default(false),
  enableAnonymousUser: z.boolean().default(false),
})
const providers = z.looseObject({})
const oneProvider = z.object({ name: z.string(), enabled: z.boolean().default(false) })

type Admin = { base: string; headers: Record<string, string> }

/** Names of the federated providers that are switched on. */
async function federated({ base, headers }: Admin): Promise<Set<string>> {
  const lists = ['defaultSupportedIdpConfigs', 'oauthIdpConfigs', 'inboundSamlConfigs']
  const found = await Promise.all(
    lists.map(async (list) => {
      const body = providers.parse(await ask(`${base}/${list}?pageSize=100`, headers))
      return z.array(oneProvider).default([]).parse(body[list])
    }),
  )
  const on = found.flat().filter(({ enabled }) => enabled)
  return new Set(on.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)))
}

type Config = z.infer<typeof config>

/** Text codes cost money and sign-ups are free, so this reports the project's own limits. */
function floods(
  { smsRegionConfig: { allowlistOnly, allowByDefault }, quota }: Config,
  offersPhone: boolean,
  appCheck: IdentityEnv['appCheck'],
): Finding[] {
  const refused = allowByDefault?.disallowedRegions ?? []
  const regions = allowlistOnly
    ? right(`Text codes go to these regions alone: ${allowlistOnly.allowedRegions.join(', ') || 'none'}.`)
    : off(
        `Text codes go to every region${refused.length > 0 ? ` but ${refused.join(', ')}` : ''}: someone could ask for many codes to expensive numbers at your cost. Allow the regions that you serve (Authentication → Settings → SMS region policy).`,
      )
  const signUps = quota.signUpQuotaConfig
    ? right('The number of sign-ups has a quota of its own at the project.')
    : off(
        'Sign-ups have the project’s usual quota, 100 an hour and address: look at Authentication → Settings → Sign-up quota before a launch.',
      )
  const checked = appCheck
    ? right(
        `This site uses App Check (${appCheck.provider}). Enforce it for Authentication once its metrics show that visitors' requests are verified.`,
      )
    : off(
        'This site does not use App Check (FIREBASE_APP_CHECK_SITE_KEY is not set), so do not enforce it for Authentication: the sign-in form would stop working. SMS regions, quotas and the form’s captcha are what limits a flood.',
      )
  return [...(offersPhone ? [regions] : []), signUps, checked]
}

type Ways = { password: boolean; emailLink: boolean; phone: boolean; anonymous: boolean; others: Set<string> }

const isOn = (ways: Ways, provider: Method): boolean =>
  provider === 'password' || provider === 'phone' || provider === 'anonymous'
    ? ways[provider]
    : ways.others.has(provider)

function offered(options: readonly SignInOption[], ways: Ways, whose: string): string[] {
  return options.flatMap(({ provider, signInMethod }) => {
    if (!isOn(ways, provider)) return [`The sign-in form offers ${provider}, which is switched off at ${whose}.`]
    const link = provider === 'password' && signInMethod === 'emailLink' && !ways.emailLink
    return link ? [`The sign-in form offers links by e-mail, which are switched off at ${whose}.`] : []
  })
}

const isSwitchedOn = (state: string) => state === 'ENABLED' || state === 'MANDATORY'

/** Second factors that the profile offers and the project does not accept. */
function factorProblems(wanted: readonly SecondFactor[], mfa: z.infer<typeof config>['mfa']): string[] {
  const isOn: Record<SecondFactor, boolean> = {
    phone: mfa !== undefined && isSwitchedOn(mfa.state) && mfa.enabledProviders.includes('PHONE_SMS'),
    totp: mfa?.providerConfigs.some((one) => isSwitchedOn(one.state) && one.totpProviderConfig !== undefined) ?? false,
  }
  return wanted.flatMap((name) =>
    isOn[name] ? [] : [`FIREBASE_SECOND_FACTORS offers ${name}, which is switched off at the identity project.`],
  )
}

/** Settings that need the service account. */
async function administration({ siteOrigin, signIn }: Env, identity: IdentityEnv, token: string, number: string) {
  const base = `${identity.accountsUrl}/v2/projects/${identity.projectId}`
  const headers = { authorization: `Bearer ${token}` }
  const [own, others] = await Promise.all([
    ask(`${base}/config`, headers).then((body) => config.parse(body)),
    federated({ base, headers }),
  ])
  const problems: string[] = []
  const owner = /^projects\/(\d+)\//.exec(own.name)?.[1]
  if (owner && owner !== number) {
    problems.push(`FIREBASE_API_KEY is of project ${number}, but FIREBASE_PROJECT_ID is project ${owner}.`)
  }
  const hides = own.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? false
  const { emailEnumerationProtection: wanted } = signIn
  if (wanted !== 'auto' && (wanted === 'on') !== hides) {
    problems.push(
      `SIGN_IN_CONFIG says that e-mail enumeration protection is ${wanted}, but at the project it is ${hides ? 'on' : 'off'}.`,
    )
  }
  const action = own.notification?.sendEmail?.callbackUri
  if (action !== undefined && action !== siteOrigin + paths.auth) {
    problems.push(
      `The identity project's e-mails lead to ${action}; the action address must be ${siteOrigin}${paths.auth}.`,
    )
  }
  problems.push(...factorProblems(identity.secondFactors, own.mfa))
  const { email, phoneNumber, anonymous } = own.signIn
  const ways: Ways = {
    password: email?.enabled ?? false,
    emailLink: (email?.enabled ?? false) && !email?.passwordRequired,
    phone: phoneNumber?.enabled ?? false,
    anonymous: anonymous?.enabled ?? false,
    others,
  }
  const { _: ofProject, ...tenants } = signIn.tenants ?? { _: signIn }
  problems.push(...offered(ofProject?.signInOptions ?? [], ways, 'the identity project'))
  for (const [id, { signInOptions }] of Object.entries(tenants)) {
    problems.push(
      ...offered(signInOptions, await waysOf({ base: `${base}/tenants/${id}`, headers }), `its tenant ${id}`),
    )
  }
  const hiding = right(
    `E-mail enumeration protection is ${hides ? 'on' : 'off'}, as SIGN_IN_CONFIG has it (${wanted}).`,
  )
  const all = allOr(problems, 'Every way to sign in that the form offers is switched on at the identity project.')
  const offersPhone = [ofProject, ...Object.values(tenants)].some((each) =>
    each?.signInOptions.some(({ provider }) => provider === 'phone'),
  )
  const limits = floods(own, offersPhone, identity.appCheck)
  return problems.some((one) => one.includes('enumeration')) ? [...all, ...limits] : [hiding, ...all, ...limits]
}

async function waysOf(admin: Admin): Promise<Ways> {
  const [own, others] = await Promise.all([
    ask(admin.base, admin.headers).then((body) => tenantConfig.parse(body)),
    federated(admin),
  ])
  return {
    password: own.allowPasswordSignup,
    emailLink: own.enableEmailLinkSignin,
    phone: false,
    anonymous: own.enableAnonymousUser,
    others,
  }
}

function helper({ siteOrigin }: Env, { authDomain }: IdentityEnv): Finding {
  const { host } = new URL(siteOrigin)
  return authDomain === host
    ? right('FIREBASE_AUTH_DOMAIN is the site’s own host.')
    : wrong(
        `FIREBASE_AUTH_DOMAIN is ${authDomain}, not the site's host ${host}: signing in by redirect is lost in browsers that keep the storage of other hosts apart.`,
      )
}

export async function lookAtIdentity(env: Env): Promise<Finding[]> {
  const { identity } = env
  if (!identity) return [off('The identity service is off: FIREBASE_API_KEY and its neighbours are not set.')]
  if (identity.authEmulator) return [off('An emulator stands in for the identity project; nothing of it can be wrong.')]
  const findings = [helper(env, identity)]
  try {
    const { number, findings: found } = await project(env, identity)
    findings.push(...found)
    if (!identity.serviceAccount) {
      const lost =
        'sessions cannot be ended, pictures stay, and which ways to sign in are switched on cannot be looked up'
      return [...findings, off(`FIREBASE_SERVICE_ACCOUNT is not set: ${lost}.`)]
    }
    const token = await accessToken(identity.serviceAccount).catch((error: Error) => {
      throw new Error(`FIREBASE_SERVICE_ACCOUNT gets no token: ${wordsOf(error.cause ?? error)}`)
    })
    findings.push(right('FIREBASE_SERVICE_ACCOUNT gets a token.'))
    findings.push(...(await administration(env, identity, token, number)))
  } catch (error) {
    findings.push(wrong(`The identity service cannot be asked further. ${wordsOf(error)}.`))
  }
  return findings
}
