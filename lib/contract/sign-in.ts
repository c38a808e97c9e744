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

const text = z.string('must be text').trim().min(1, 'must not be empty')
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
  status: z.boolean('must be true or false'),
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
  scopes: z.array(text, 'must be an array').optional(),
  customParameters: z.record(z.string(), z.string('must be text'), 'must be an object').optional(),
  clientId: text.optional(),
}
const password = {
  ...appearance,
  requireDisplayName: z.boolean('must be true or false').default(true),
  signInMethod: z.enum(['password', 'emailLink'], 'must be "password" or "emailLink"').default('password'),
  forceSameDevice: z.boolean('must be true or false').default(false),
  /** Closes email sign-up only. */
  disableSignUp: restriction.optional(),
}
const phone = {
  ...appearance,
  defaultCountry: text.regex(/^[A-Z]{2}$/, 'must be an ISO code such as "GB"').optional(),
  defaultNationalNumber: text.optional(),
  loginHint: text.optional(),
  whitelistedCountries: z.array(country, 'must be a non-empty array').min(1, 'must be a non-empty array').optional(),
  blacklistedCountries: z.array(country, 'must be an array').optional(),
  recaptchaParameters: z
    .strictObject({
      type: z.enum(['image', 'audio'], 'must be "image" or "audio"').optional(),
      size: z.enum(['normal', 'compact', 'invisible'], 'must be "normal", "compact" or "invisible"').optional(),
      badge: z
        .enum(['bottomright', 'bottomleft', 'inline'], 'must be "bottomright", "bottomleft" or "inline"')
        .optional(),
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
  const result = shape.safeParse(given)
  if (result.success) return result.data
  for (const { path, message, ...rest } of result.error.issues) {
    context.addIssue({
      code: 'custom',
      path,
      message: rest.code === 'unrecognized_keys' ? unknownKeys(rest.keys, `for ${name}`) : message,
    })
  }
  return z.NEVER
})

const unknownKeys = (keys: string[], where = '') =>
  `has the unknown ${keys.length === 1 ? 'setting' : 'settings'} ${keys.map((key) => JSON.stringify(key)).join(', ')} ${where}`.trim()

const signInOptions = z
  .array(option, 'must be an array')
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
  .record(z.string(), tenant, 'must be an object of tenants by their id')
  .refine((all) => Object.keys(all).length > 0, 'must name a tenant')
  .superRefine((all, context) => {
    for (const id of Object.keys(all)) {
      if (/^(_|[A-Za-z][\w-]*)$/.test(id)) continue
      context.addIssue({ code: 'custom', message: `has ${JSON.stringify(id)}, which is not a valid tenant id` })
    }
  })

const settings = z.strictObject({
  signInOptions: signInOptions.prefault(['google.com', 'facebook.com', 'password', 'phone']),
  signInFlow: z.enum(['redirect', 'popup'], 'must be "redirect" or "popup"').default('redirect'),
  signInSuccessUrl: z
    .string('is required')
    .trim()
    .min(1, { message: 'is required', abort: true })
    .refine(isPath, notPath),
  credentialHelper: z.enum(['none', 'googleyolo'], 'must be "none" or "googleyolo"').default('none'),
  immediateFederatedRedirect: z.boolean('must be true or false').default(false),
  popupMode: z.boolean('must be true or false').default(false),
  /** The links show only if both are set. */
  tosUrl: address.nullable(),
  privacyPolicyUrl: address.nullable(),
  siteName: text,
  autoUpgradeAnonymousUsers: z.boolean('must be true or false').default(false),
  adminRestrictedOperation: restriction.optional(),
  widgetUrl: sitePath,
  queryParameterForWidgetMode: parameterName.default('mode'),
  queryParameterForSignInSuccessUrl: parameterName.default('signInSuccessUrl'),
  /** Whether the project hides which addresses have an account; `auto` asks it. */
  emailEnumerationProtection: z.enum(['auto', 'on', 'off'], 'must be "auto", "on" or "off"').default('auto'),
  displayMode: z
    .enum(['optionFirst', 'identifierFirst'], 'must be "optionFirst" or "identifierFirst"')
    .default('optionFirst'),
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

const formatPath = (path: PropertyKey[]) =>
  path.map((part, n) => (typeof part === 'number' ? `[${part}]` : `${n ? '.' : ''}${String(part)}`)).join('')

/** @returns the settings, or a sentence per problem */
export function parseSignIn(
  value: unknown,
  defaults: Pick<SignInSettings, 'signInSuccessUrl' | 'tosUrl' | 'privacyPolicyUrl' | 'siteName' | 'widgetUrl'>,
): { settings: SignInSettings } | { problems: string[] } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (value !== undefined && !isObject) return { problems: ['must be an object of settings'] }
  const result = settings.safeParse({ ...defaults, ...(isObject ? value : {}) })
  if (result.success) {
    const problems = findContradictions(result.data, defaults.widgetUrl)
    return problems.length > 0 ? { problems } : { settings: result.data }
  }
  return {
    problems: result.error.issues.map((issue) => {
      const message = issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : issue.message
      return `${formatPath(issue.path)} ${message}`.trim()
    }),
  }
}
