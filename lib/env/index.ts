/** Reads and checks the settings of `.env.example`. Invalid ones stop the start. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import {
  appCheckProviders,
  parseSignIn,
  secondFactors,
  type AppCheckSettings,
  type SignInSettings,
} from '@/lib/contract/sign-in'
import { registeredPaths, paths, siteName } from '@/lib/site'
import { readContent, readSiteSettings } from '@/lib/site-settings'
import {
  EnvError,
  EnvReader,
  hasSameOwner,
  isLoopbackOnly,
  readHosts,
  readPreviewHosts,
  refuseStandIns,
  type Source,
} from './reader'
import { publicEnv, matchesHost, modeOf } from '@/lib/mode'

export { EnvError, isLoopbackOnly }

export type IdentityEnv = NonNullable<ReturnType<typeof readIdentity>>
export type StripeEnv = NonNullable<ReturnType<typeof readStripe>>
export type ChargebeeEnv = NonNullable<ReturnType<typeof readChargebee>>
export type Env = ReturnType<typeof readEnv>

const serviceAccount = z
  .object({
    client_email: z.string().min(1),
    private_key: z.string().includes('PRIVATE KEY'),
    token_uri: z.url().default('https://oauth2.googleapis.com/token'),
  })
  .transform(({ client_email: clientEmail, private_key: privateKey, token_uri: tokenUrl }) => ({
    clientEmail,
    privateKey,
    tokenUrl,
  }))

const mailUrl = /^smtps?:\/\/(?:\S*@)?[^\s/@:]/i
const sentryDsn = /^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/
const hostAndPort = /^(?:[\w.-]+|\[[a-f\d:.]+\])(?::\d+)?$/i

function readAppCheck(env: EnvReader): AppCheckSettings | null {
  const group = env.group('App Check', ['FIREBASE_APP_CHECK_SITE_KEY'], ['FIREBASE_APP_CHECK_PROVIDER'])
  // Public, so reject a secret in its place.
  env.secret('FIREBASE_APP_CHECK_SITE_KEY', /^(?!AIza)[\w-]+$/, 'the site key of reCAPTCHA')
  const provider = env.choice('FIREBASE_APP_CHECK_PROVIDER', appCheckProviders, 'recaptcha-enterprise')
  return group && { provider, siteKey: group.FIREBASE_APP_CHECK_SITE_KEY }
}

function readIdentity(env: EnvReader) {
  const extras = [
    'FIREBASE_APP_CHECK_SITE_KEY',
    'FIREBASE_APP_CHECK_PROVIDER',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_STORAGE_EMULATOR_HOST',
    'FIREBASE_SERVICE_ACCOUNT',
    'FIREBASE_KEYS_URL',
    'FIREBASE_ACCOUNTS_URL',
    'FIREBASE_STORAGE_URL',
  ]
  const group = env.group(
    'the identity service',
    ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID'],
    extras,
  )
  const json = env.get('FIREBASE_SERVICE_ACCOUNT')
  const account = json === undefined ? null : serviceAccount.safeParse(parseJson(json))
  if (account?.success === false) {
    env.report('FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account, with client_email and private_key.')
  }
  const factors = env.choices('FIREBASE_SECOND_FACTORS', secondFactors)
  const appCheck = readAppCheck(env)
  const authEmulator = env.get('FIREBASE_AUTH_EMULATOR_HOST') ?? null
  env.matching('FIREBASE_AUTH_DOMAIN', hostAndPort, 'a host alone, such as unhurried.example')
  const keysUrl = env.vendorUrl('FIREBASE_KEYS_URL')
  const accountsUrl = env.vendorUrl('FIREBASE_ACCOUNTS_URL')
  const storageUrl = env.vendorUrl('FIREBASE_STORAGE_URL')
  if (!group) return null
  return {
    apiKey: group.FIREBASE_API_KEY,
    authDomain: group.FIREBASE_AUTH_DOMAIN,
    projectId: group.FIREBASE_PROJECT_ID,
    appId: group.FIREBASE_APP_ID,
    /** `host:port` of the emulators, in `local` only. */
    authEmulator,
    storageEmulator: env.get('FIREBASE_STORAGE_EMULATOR_HOST') ?? null,
    secondFactors: factors,
    /** Null if it is not set, and with an emulator. */
    appCheck: authEmulator === null ? appCheck : null,
    keysUrl: keysUrl ?? 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    accountsUrl: accountsUrl ?? 'https://identitytoolkit.googleapis.com',
    storageUrl: storageUrl ?? 'https://storage.googleapis.com',
    serviceAccount: account?.data ?? null,
  }
}

function readStripe(env: EnvReader, promotionCodes: boolean) {
  const group = env.group(
    'paying by card',
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_IDS'],
    ['STRIPE_FORMER_PRICE_IDS', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_AUTOMATIC_TAX', 'STRIPE_API_BASE'],
  )
  const automaticTax = env.flag('STRIPE_AUTOMATIC_TAX')
  env.secret('STRIPE_SECRET_KEY', /^(?!pk_|whsec_|price_)/, 'the secret key, which begins with sk_ or rk_')
  env.secret('STRIPE_WEBHOOK_SECRET', /^(?![prs]k_|we_)/, 'the signing secret, which begins with whsec_')
  // Public, so reject a secret in its place.
  env.secret('STRIPE_PUBLISHABLE_KEY', /^(?![rs]k_|whsec_)/, 'the publishable key, which begins with pk_')
  const apiBase = env.vendorUrl('STRIPE_API_BASE')
  if (!group) return null
  return {
    secretKey: group.STRIPE_SECRET_KEY,
    webhookSecret: group.STRIPE_WEBHOOK_SECRET,
    priceIds: env.uniqueList('STRIPE_PRICE_IDS'),
    /** Earlier prices, whose subscriptions still belong to this site. */
    formerPriceIds: env.uniqueList('STRIPE_FORMER_PRICE_IDS'),
    publishableKey: env.get('STRIPE_PUBLISHABLE_KEY') ?? null,
    automaticTax,
    promotionCodes,
    apiBase,
  }
}

function readChargebee(env: EnvReader, promotionCodes: boolean) {
  const group = env.group(
    'the billing provider',
    [
      'CHARGEBEE_SITE',
      'CHARGEBEE_API_KEY',
      'CHARGEBEE_WEBHOOK_USER',
      'CHARGEBEE_WEBHOOK_PASSWORD',
      'CHARGEBEE_ITEM_PRICE_IDS',
    ],
    ['CHARGEBEE_FORMER_ITEM_PRICE_IDS', 'CHARGEBEE_CHECKOUT_SITE', 'CHARGEBEE_API_BASE'],
  )
  for (const name of ['CHARGEBEE_SITE', 'CHARGEBEE_CHECKOUT_SITE'])
    env.matching(name, /^[a-z\d][a-z\d-]*$/i, 'the name alone that stands before .chargebee.com')
  const apiBase = env.vendorUrl('CHARGEBEE_API_BASE')
  if (!group) return null
  return {
    site: group.CHARGEBEE_SITE,
    apiKey: group.CHARGEBEE_API_KEY,
    webhookUser: group.CHARGEBEE_WEBHOOK_USER,
    webhookPassword: group.CHARGEBEE_WEBHOOK_PASSWORD,
    itemPriceIds: env.uniqueList('CHARGEBEE_ITEM_PRICE_IDS'),
    formerItemPriceIds: env.uniqueList('CHARGEBEE_FORMER_ITEM_PRICE_IDS'),
    /** For an embedded checkout; null for Chargebee's own page. */
    checkoutSite: env.get('CHARGEBEE_CHECKOUT_SITE') ?? null,
    promotionCodes,
    apiBase,
  }
}

/** Whether OpenTelemetry's own variables name a collector. Its SDK reads the rest. */
function readTraces(env: EnvReader): boolean {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? env.url('OTEL_EXPORTER_OTLP_ENDPOINT')
  return endpoint !== null && env.get('OTEL_SDK_DISABLED')?.toLowerCase() !== 'true'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const signInDefaults = {
  signInSuccessUrl: registeredPaths.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

/** Reads `SIGN_IN_CONFIG`: JSON, or the path of a JSON or YAML file. */
function readSignIn(env: EnvReader): SignInSettings {
  const value = env.get('SIGN_IN_CONFIG')
  let given: unknown
  try {
    const text = value === undefined || /^[{[]/.test(value) ? value : readFileSync(value, 'utf8')
    // JSON is YAML. An empty file changes nothing.
    given = text && (parse(text) ?? {})
  } catch (cause) {
    const [why] = cause instanceof Error ? cause.message.split('\n') : []
    env.report(`SIGN_IN_CONFIG cannot be read: ${why?.replace(/:$/, '')}.`)
  }
  const result = parseSignIn(given, signInDefaults)
  if ('settings' in result) return result.settings
  for (const problem of result.problems) env.report(`SIGN_IN_CONFIG: ${problem}.`)
  return readSignIn(new EnvReader({}))
}

/** @throws {EnvError} with a sentence for each problem */
export function readEnv(source: Source = process.env) {
  const env = new EnvReader(source)
  const content = readContent(env)
  const { deployment, port, siteOrigin } = content
  const metricsPort = env.get('METRICS_PORT') === undefined ? null : env.port('METRICS_PORT', 0)
  if (metricsPort === port) env.report(`METRICS_PORT and PORT are both ${port}; metrics need a separate port.`)
  const hostSettings = readHosts(env)
  const hosts = {
    main: hostSettings.SITE_HOST || publicEnv.hosts.main,
    staging: hostSettings.STAGING_HOST || publicEnv.hosts.staging,
  }
  if (hosts.main === hosts.staging) env.report('SITE_HOST and STAGING_HOST are the same; they must differ.')
  const previewHosts = readPreviewHosts(env)
  const mode = modeOf(new URL(siteOrigin).hostname, hosts, previewHosts)
  const identity = readIdentity(env)
  const promotionCodes = env.flag('PROMOTION_CODES')
  const buckets = ['STORAGE_BUCKET_PROD', 'STORAGE_BUCKET_BETA'].map((name) =>
    env.matching(name, /^[a-z\d][a-z\d._-]*$/, 'the name of a bucket alone, such as my-project.firebasestorage.app'),
  )
  const bucket = buckets[mode === 'prod' ? 0 : 1]
  const result = {
    ...content,
    mode,
    /** Further hosts in mode beta, as patterns. */
    previewHosts,
    databaseUrl: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: env.url('REDIS_URL', ['redis:', 'rediss:']),
    /** Key for hashes of addresses and form tokens; null uses a generated one in the database. */
    hashSecret: env.secret('HASH_SECRET', /^.{32}/, 'a secret of at least 32 characters') ?? null,
    /** Whether a free trial needs a confirmed email address or phone number. */
    trialNeedsConfirmedEmail: env.flag('TRIAL_NEEDS_CONFIRMED_EMAIL'),
    /** Days before a yearly renewal of its notice. California asks for 15 to 45. */
    renewalNoticeDays: env.count('RENEWAL_NOTICE_DAYS', 30, 45, 15),
    /** The proxy's header with the client's address; null trusts none. */
    clientAddressHeader:
      env.matching('CLIENT_ADDRESS_HEADER', /^[a-z\d-]+$/i, 'the name of a header, such as x-real-ip')?.toLowerCase() ??
      null,
    logLevel: env.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    identity,
    signIn: readSignIn(env),
    bucket: mode === 'none' || !identity ? null : (bucket ?? `${identity.projectId}.appspot.com`),
    stripe: readStripe(env, promotionCodes),
    chargebee: readChargebee(env, promotionCodes),
    smtpUrl: env.secret('SMTP_URL', mailUrl, 'an address such as smtps://user:password@mail.example:465') ?? null,
    metricsPort,
    traces: readTraces(env),
    /** Where uncaught errors are sent; null keeps them in the log. */
    sentryDsn: env.secret('SENTRY_DSN', sentryDsn, 'an address such as https://key@o1.ingest.sentry.io/2') ?? null,
    /** Milliseconds to keep answering after SIGTERM, so that balancers notice. */
    shutdownDelayMs: env.count('SHUTDOWN_DELAY_MS', 0, 60_000),
    siteSettings: readSiteSettings(env),
  }
  refuseStandIns(env, deployment)
  if (deployment !== 'local')
    for (const name of ['REVALIDATE_SECRET', 'CHARGEBEE_WEBHOOK_PASSWORD']) env.checkStrength(name)
  if (env.problems.length > 0) throw new EnvError(env.problems)
  return result
}

let cached: Env | undefined

export function env(): Env {
  return (cached ??= readEnv())
}

/** A warning if sign-in redirects pass through another host, whose storage browsers keep apart. */
export function authDomainProblem({ identity, siteOrigin }: Pick<Env, 'identity' | 'siteOrigin'>): string | null {
  const { host } = new URL(siteOrigin)
  if (!identity || identity.authDomain === host) return null
  return `FIREBASE_AUTH_DOMAIN is ${identity.authDomain}, not the site's host ${host}: redirect sign-in can fail in browsers that partition storage by site`
}

/** The site's origin that an address belongs to, or `SITE_ORIGIN`. Beta also has `PREVIEW_HOSTS` over HTTPS. */
export function ownOriginOf(address: string, { siteOrigin, mode, previewHosts }: Env = env()): string {
  const url = mode === 'beta' ? URL.parse(address) : null
  const isOwn = (host: string, pattern: string) =>
    matchesHost(host, pattern) && hasSameOwner(host, pattern.replace('*.', ''))
  const isPreview =
    url?.protocol === 'https:' && url.port === '' && previewHosts.some((pattern) => isOwn(url.hostname, pattern))
  return isPreview ? url.origin : siteOrigin
}
