/** Settings of the sign-in widget, checked at start and sent in GET /api/config. */
import * as z from 'zod'

export const federatedProviders = [
  'google.com',
  'facebook.com',
  'twitter.com',
  'github.com',
  'apple.com',
  'microsoft.com',
  'yahoo.com',
] as const

export type Method =
  (typeof federatedProviders)[number] | 'password' | 'phone' | 'anonymous' | `saml.${string}` | `oidc.${string}`

export const secondFactors = ['phone', 'totp'] as const
export type SecondFactor = (typeof secondFactors)[number]

export const appCheckProviders = ['recaptcha-enterprise', 'recaptcha-v3'] as const
export type AppCheckSettings = { provider: (typeof appCheckProviders)[number]; siteKey: string }

const isFederated = (name: string) =>
  (federatedProviders as readonly string[]).includes(name) || /^(saml|oidc)\.[\w.-]+$/.test(name)

const isMethod = (name: string): name is Method =>
  isFederated(name) || name === 'password' || name === 'phone' || name === 'anonymous'

const text = z.string().trim().min(1, 'must not be empty')
/** A path that cannot be read as a host. */
const isPath = (value: string) => /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(value)
const notPath = { message: 'must be a path of this site that begins with one slash', abort: true }
const sitePath = text.refine(isPath, notPath)
const address = text.refine(
  (value) =>
    isPath(value) ||
    z
      .url({ protocol: /^https$/ })
      .regex(/^\S+$/)
      .safeParse(value).success,
  'must be a path of this site or an address that begins with https://',
)
const parameterName = text.regex(/^[A-Za-z][\w-]*$/, 'must be a word of letters, digits, _ and -')
const colour = text.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as "#1b2a30"')
const country = text.regex(/^([A-Z]{2}|\+\d{1,6})$/, 'must be ISO codes such as "GB" or dialling codes such as "+44"')

const restriction = z.strictObject({
  status: z.boolean(),
  adminEmail: z.email('must be an email address').optional(),
  helpLink: address.optional(),
})

const appearance = {
  providerName: text.optional(),
  fullLabel: text.optional(),
  /** The widget accepts no other notation for colours. */
  buttonColor: colour.optional(),
  /** Local, because other hosts need consent. */
  iconUrl: sitePath.optional(),
  /** For tenants: sends addresses of this domain to this method. */
  hd: text.regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a domain such as "clinic.example"').optional(),
}
const federated = {
  ...appearance,
  loginHintKey: text.optional(),
  scopes: z.array(text).optional(),
  customParameters: z.record(z.string(), z.string()).optional(),
  clientId: text.optional(),
}
const password = {
  ...appearance,
  requireDisplayName: z.boolean().default(true),
  signInMethod: z.enum(['password', 'emailLink']).default('password'),
  forceSameDevice: z.boolean().default(false),
  /** Closes email sign-up only. */
  disableSignUp: restriction.optional(),
}
const phone = {
  ...appearance,
  defaultCountry: text.regex(/^[A-Z]{2}$/, 'must be an ISO code such as "GB"').optional(),
  defaultNationalNumber: text.optional(),
  loginHint: text.optional(),
  whitelistedCountries: z.array(country).min(1, 'must be a non-empty array').optional(),
  blacklistedCountries: z.array(country).optional(),
  recaptchaParameters: z
    .strictObject({
      type: z.enum(['image', 'audio']).optional(),
      size: z.enum(['normal', 'compact', 'invisible']).optional(),
      badge: z.enum(['bottomright', 'bottomleft', 'inline']).optional(),
    })
    .optional(),
}

const provider = z.custom<Method>()
const shapes = {
  federated: z.strictObject({ provider, ...federated }),
  password: z.strictObject({ provider, ...password }),
  phone: z
    .strictObject({ provider, ...phone })
    .refine((option) => !option.whitelistedCountries || !option.blacklistedCountries, {
      path: ['whitelistedCountries'],
      message: 'and blacklistedCountries are both given; only one of them may be',
    }),
  anonymous: z.strictObject({ provider, ...appearance }),
}

export type SignInOption = { provider: Method } & Partial<
  Omit<z.infer<typeof shapes.federated> & z.infer<typeof shapes.password> & z.infer<typeof shapes.phone>, 'provider'>
>

/** A name alone stands for the method with its defaults. */
const option = z.unknown().transform((value, context): SignInOption => {
  const given = typeof value === 'string' ? { provider: value } : value
  const name = typeof given === 'object' && given !== null && 'provider' in given ? given.provider : undefined
  if (typeof name !== 'string' || !isMethod(name)) {
    context.addIssue({
      code: 'custom',
      message: `is ${JSON.stringify(name ?? value)}; it must be ${federatedProviders.join(', ')}, password, phone, anonymous, saml.… or oidc.…`,
    })
    return z.NEVER
  }
  const shape = isFederated(name) ? shapes.federated : shapes[name as 'password' | 'phone' | 'anonymous']
  const result = shape.safeParse(given, { error: wordsOf })
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const quoted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')

/** Continues a sentence that begins with the setting's name. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `has unknown settings: ${quoted(issue.keys)}`
  if (issue.code === 'invalid_value') return `must be one of ${quoted(issue.values)}`
  return issue.code === 'invalid_type' ? `must be of the type ${issue.expected}` : undefined
}

const signInOptions = z
  .array(option)
  .min(1, 'must name a way to sign in')
  .refine((list) => new Set(list.map((each) => each?.provider)).size === list.length, 'names a way to sign in twice')

const tenant = z.strictObject({
  displayName: text,
  fullLabel: text.optional(),
  buttonColor: colour.optional(),
  iconUrl: sitePath.optional(),
  signInOptions,
})
export type Tenant = z.infer<typeof tenant>

/** `_` is the project itself. */
const tenants = z
  .record(z.string(), tenant)
  .refine((all) => Object.keys(all).length > 0, 'must name a tenant')
  .superRefine((all, context) => {
    for (const id of Object.keys(all)) {
      if (/^(_|[A-Za-z][\w-]*)$/.test(id)) continue
      context.addIssue({ code: 'custom', message: `has ${JSON.stringify(id)}, which is not a valid tenant id` })
    }
  })

const settings = z.strictObject({
  signInOptions: signInOptions.prefault(['google.com', 'facebook.com', 'password', 'phone']),
  signInFlow: z.enum(['redirect', 'popup']).default('redirect'),
  signInSuccessUrl: z
    .string('is required')
    .trim()
    .min(1, { message: 'is required', abort: true })
    .refine(isPath, notPath),
  credentialHelper: z.enum(['none', 'googleyolo']).default('none'),
  immediateFederatedRedirect: z.boolean().default(false),
  popupMode: z.boolean().default(false),
  /** The links show only if both are set. */
  tosUrl: address.nullable(),
  privacyPolicyUrl: address.nullable(),
  siteName: text,
  autoUpgradeAnonymousUsers: z.boolean().default(false),
  adminRestrictedOperation: restriction.optional(),
  widgetUrl: sitePath,
  queryParameterForWidgetMode: parameterName.default('mode'),
  queryParameterForSignInSuccessUrl: parameterName.default('signInSuccessUrl'),
  /** Whether the project hides which addresses have an account; `auto` asks it. */
  emailEnumerationProtection: z.enum(['auto', 'on', 'off']).default('auto'),
  displayMode: z.enum(['optionFirst', 'identifierFirst']).default('optionFirst'),
  tenants: tenants.optional(),
})

export type SignInSettings = z.infer<typeof settings>

const pathOf = (path: string) => path.replace(/[?#].*$/, '').replace(/\/$/, '')

/** Contradictions with which nobody could sign in. */
function findContradictions(parsed: SignInSettings, widgetPage: string): string[] {
  const problems: string[] = []
  if (pathOf(parsed.widgetUrl) !== widgetPage)
    problems.push(`widgetUrl must be ${widgetPage}: no other page has the form`)
  const names = [parsed.queryParameterForWidgetMode, parsed.queryParameterForSignInSuccessUrl]
  if (names[0] === names[1])
    problems.push('queryParameterForWidgetMode and queryParameterForSignInSuccessUrl are the same')
  const lists = Object.values(parsed.tenants ?? { _: parsed }).map((each) => each.signInOptions)
  const single = lists.some(([only, ...others]) => only && others.length === 0 && isFederated(only.provider))
  if (parsed.immediateFederatedRedirect && !(single && parsed.signInFlow === 'redirect')) {
    problems.push(
      'immediateFederatedRedirect needs signInFlow "redirect" and one federated way to sign in as the only one',
    )
  }
  const google = parsed.signInOptions.find(({ provider: name }) => name === 'google.com')
  if (parsed.credentialHelper === 'googleyolo' && !parsed.tenants && !google?.clientId) {
    problems.push('credentialHelper "googleyolo" needs a clientId of google.com in signInOptions')
  }
  if (pathOf(parsed.signInSuccessUrl) === pathOf(parsed.widgetUrl)) {
    problems.push('signInSuccessUrl leads back to the page that people sign in on')
  }
  return problems
}

/** @returns the settings, or a sentence per problem */
export function parseSignIn(
  value: unknown,
  defaults: Pick<SignInSettings, 'signInSuccessUrl' | 'tosUrl' | 'privacyPolicyUrl' | 'siteName' | 'widgetUrl'>,
): { settings: SignInSettings } | { problems: string[] } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (value !== undefined && !isObject) return { problems: ['must be an object of settings'] }
  const result = settings.safeParse({ ...defaults, ...(isObject ? value : {}) }, { error: wordsOf })
  if (!result.success)
    return { problems: result.error.issues.map(({ path, message }) => `${z.core.toDotPath(path)} ${message}`.trim()) }
  const problems = findContradictions(result.data, defaults.widgetUrl)
  return problems.length > 0 ? { problems } : { settings: result.data }
}
