import * as z from 'zod'
import type { Method, SecondFactor, SignInOption } from '@/lib/contract/sign-in'
import { authDomainProblem, type Env, type IdentityEnv } from '@/lib/env'
import { accessToken } from '@/lib/server/identity/admin'
import { paths } from '@/lib/site'
import { problemsOr, off, right, errorMessage, wrong, type Finding } from './finding'

const timeoutMs = 10_000

/** @throws Error with the service's own message */
async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  const body: unknown = await response.json().catch(() => null)
  const message = z.object({ error: z.object({ message: z.string() }) }).safeParse(body).data?.error.message
  if (!response.ok) throw new Error(message ?? `it answers ${response.status}`)
  return body
}

const publicProject = z.object({ projectId: z.string(), authorizedDomains: z.array(z.string()).default([]) })

/** Settings that the public API key may read. */
async function checkProject({ siteOrigin }: Env, { accountsUrl, apiKey }: IdentityEnv) {
  const { projectId, authorizedDomains } = publicProject.parse(
    await fetchJson(`${accountsUrl}/v1/projects?key=${encodeURIComponent(apiKey)}`),
  )
  const { hostname } = new URL(siteOrigin)
  const isAuthorised = authorizedDomains.includes(hostname)
  const domains = isAuthorised
    ? right(`${hostname} is an authorised domain of the identity project.`)
    : wrong(
        `${hostname} is not among the identity project's authorised domains (${authorizedDomains.join(', ')}), so nobody can sign in there.`,
      )
  return { number: projectId, findings: [right('The identity service accepts FIREBASE_API_KEY.'), domains] }
}

const flag = z.object({ enabled: z.boolean().default(false) }).optional()
const configShape = z.object({
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
const tenantConfigShape = z.object({
  allowPasswordSignup: z.boolean().default(false),
  enableEmailLinkSignin: z.boolean().default(false),
  enableAnonymousUser: z.boolean().default(false),
})
const providers = z.looseObject({})
const oneProvider = z.object({ name: z.string(), enabled: z.boolean().default(false) })

type Admin = { base: string; headers: Record<string, string> }

/** Names of the federated providers that are switched on. */
async function enabledProviders({ base, headers }: Admin): Promise<Set<string>> {
  const lists = ['defaultSupportedIdpConfigs', 'oauthIdpConfigs', 'inboundSamlConfigs']
  const found = await Promise.all(
    lists.map(async (list) => {
      const body = providers.parse(await fetchJson(`${base}/${list}?pageSize=100`, headers))
      return z.array(oneProvider).default([]).parse(body[list])
    }),
  )
  const enabled = found.flat().filter(({ enabled }) => enabled)
  return new Set(enabled.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)))
}

type Config = z.infer<typeof configShape>

/** Text codes cost money and sign-ups are free, so this reports the project's own limits. */
function checkFloodLimits(
  { smsRegionConfig: { allowlistOnly, allowByDefault }, quota }: Config,
  offersPhone: boolean,
  appCheck: IdentityEnv['appCheck'],
): Finding[] {
  const refused = allowByDefault?.disallowedRegions ?? []
  const regions = allowlistOnly
    ? right(`Text codes go only to these regions: ${allowlistOnly.allowedRegions.join(', ') || 'none'}.`)
    : off(
        `Text codes go to every region${refused.length > 0 ? ` but ${refused.join(', ')}` : ''}: someone could ask for many codes to expensive numbers at your cost. Allow the regions that you serve (Authentication → Settings → SMS region policy).`,
      )
  const signUps = quota.signUpQuotaConfig
    ? right('The project limits sign-ups.')
    : off(
        'Sign-ups have the project’s usual quota, 100 an hour and address: look at Authentication → Settings → Sign-up quota before a launch.',
      )
  const appCheckFinding = appCheck
    ? right(
        `This site uses App Check (${appCheck.provider}). Enforce it for Authentication once its metrics show that visitors' requests are verified.`,
      )
    : off(
        'This site does not use App Check (FIREBASE_APP_CHECK_SITE_KEY is not set), so do not enforce it for Authentication: the sign-in form would stop working. SMS regions, quotas and the form’s captcha are what limits a flood.',
      )
  return [...(offersPhone ? [regions] : []), signUps, appCheckFinding]
}

type SignInMethods = { password: boolean; emailLink: boolean; phone: boolean; anonymous: boolean; others: Set<string> }

const isMethodOn = (methods: SignInMethods, provider: Method): boolean =>
  provider === 'password' || provider === 'phone' || provider === 'anonymous'
    ? methods[provider]
    : methods.others.has(provider)

function methodProblems(options: readonly SignInOption[], methods: SignInMethods, whose: string): string[] {
  return options.flatMap(({ provider, signInMethod }) => {
    if (!isMethodOn(methods, provider))
      return [`The sign-in form offers ${provider}, which is switched off at ${whose}.`]
    const link = provider === 'password' && signInMethod === 'emailLink' && !methods.emailLink
    return link ? [`The sign-in form offers links by email, which are switched off at ${whose}.`] : []
  })
}

const isEnabled = (state: string) => state === 'ENABLED' || state === 'MANDATORY'

/** Second factors that the profile offers and the project does not accept. */
function factorProblems(wanted: readonly SecondFactor[], mfa: z.infer<typeof configShape>['mfa']): string[] {
  const isOn: Record<SecondFactor, boolean> = {
    phone: mfa !== undefined && isEnabled(mfa.state) && mfa.enabledProviders.includes('PHONE_SMS'),
    totp: mfa?.providerConfigs.some((one) => isEnabled(one.state) && one.totpProviderConfig !== undefined) ?? false,
  }
  return wanted.flatMap((name) =>
    isOn[name] ? [] : [`FIREBASE_SECOND_FACTORS offers ${name}, which is switched off at the identity project.`],
  )
}

/** Settings that need the service account. */
async function checkAdminSettings({ siteOrigin, signIn }: Env, identity: IdentityEnv, token: string, number: string) {
  const base = `${identity.accountsUrl}/v2/projects/${identity.projectId}`
  const headers = { authorization: `Bearer ${token}` }
  const [config, others] = await Promise.all([
    fetchJson(`${base}/config`, headers).then((body) => configShape.parse(body)),
    enabledProviders({ base, headers }),
  ])
  const problems: string[] = []
  const owner = /^projects\/(\d+)\//.exec(config.name)?.[1]
  if (owner && owner !== number) {
    problems.push(`FIREBASE_API_KEY is of project ${number}, but FIREBASE_PROJECT_ID is project ${owner}.`)
  }
  const isProtected = config.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? false
  const { emailEnumerationProtection: wanted } = signIn
  if (wanted !== 'auto' && (wanted === 'on') !== isProtected) {
    problems.push(
      `SIGN_IN_CONFIG says that email enumeration protection is ${wanted}, but at the project it is ${isProtected ? 'on' : 'off'}.`,
    )
  }
  const actionUrl = config.notification?.sendEmail?.callbackUri
  if (actionUrl !== undefined && actionUrl !== siteOrigin + paths.auth) {
    problems.push(
      `The identity project's emails lead to ${actionUrl}; the action address must be ${siteOrigin}${paths.auth}.`,
    )
  }
  problems.push(...factorProblems(identity.secondFactors, config.mfa))
  const { email, phoneNumber, anonymous } = config.signIn
  const methods: SignInMethods = {
    password: email?.enabled ?? false,
    emailLink: (email?.enabled ?? false) && !email?.passwordRequired,
    phone: phoneNumber?.enabled ?? false,
    anonymous: anonymous?.enabled ?? false,
    others,
  }
  const { _: ofProject, ...tenants } = signIn.tenants ?? { _: signIn }
  problems.push(...methodProblems(ofProject?.signInOptions ?? [], methods, 'the identity project'))
  for (const [id, { signInOptions }] of Object.entries(tenants)) {
    problems.push(
      ...methodProblems(
        signInOptions,
        await tenantMethods({ base: `${base}/tenants/${id}`, headers }),
        `its tenant ${id}`,
      ),
    )
  }
  const protectionFinding = right(
    `Email enumeration protection is ${isProtected ? 'on' : 'off'}, which fits SIGN_IN_CONFIG (${wanted}).`,
  )
  const all = problemsOr(problems, 'Every way to sign in that the form offers is switched on at the identity project.')
  const offersPhone = [ofProject, ...Object.values(tenants)].some((each) =>
    each?.signInOptions.some(({ provider }) => provider === 'phone'),
  )
  const limits = checkFloodLimits(config, offersPhone, identity.appCheck)
  return problems.some((one) => one.includes('enumeration'))
    ? [...all, ...limits]
    : [protectionFinding, ...all, ...limits]
}

async function tenantMethods(admin: Admin): Promise<SignInMethods> {
  const [config, others] = await Promise.all([
    fetchJson(admin.base, admin.headers).then((body) => tenantConfigShape.parse(body)),
    enabledProviders(admin),
  ])
  return {
    password: config.allowPasswordSignup,
    emailLink: config.enableEmailLinkSignin,
    phone: false,
    anonymous: config.enableAnonymousUser,
    others,
  }
}

function checkAuthDomain(env: Env): Finding {
  const problem = authDomainProblem(env)
  return problem === null ? right('FIREBASE_AUTH_DOMAIN is the site’s own host.') : wrong(`${problem}.`)
}

export async function checkIdentity(env: Env): Promise<Finding[]> {
  const { identity } = env
  if (!identity) return [off('The identity service is off: FIREBASE_API_KEY is not set.')]
  if (identity.authEmulator) return [off('An identity emulator is in use; nothing to check.')]
  const findings = [checkAuthDomain(env)]
  try {
    const { number, findings: found } = await checkProject(env, identity)
    findings.push(...found)
    if (!identity.serviceAccount) {
      const consequences =
        'the site cannot end sessions or delete pictures, and the doctor cannot check which sign-in methods are on'
      return [...findings, off(`FIREBASE_SERVICE_ACCOUNT is not set: ${consequences}.`)]
    }
    const token = await accessToken(identity.serviceAccount).catch((error: Error) => {
      throw new Error(`FIREBASE_SERVICE_ACCOUNT cannot get a token: ${errorMessage(error.cause ?? error)}`)
    })
    findings.push(right('FIREBASE_SERVICE_ACCOUNT can get a token.'))
    findings.push(...(await checkAdminSettings(env, identity, token, number)))
  } catch (error) {
    findings.push(wrong(`Further identity checks failed: ${errorMessage(error)}.`))
  }
  return findings
}
