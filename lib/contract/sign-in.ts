/**
 * Settings of the sign-in widget, under the names of the specification (section 3) and of the widget
 * itself. The server checks them at its start; the browser gets them whole from GET /api/config.
 */
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

/** A way to sign in, by the identity service's own name. */
export type Method =
  (typeof federatedProviders)[number] | 'password' | 'phone' | 'anonymous' | `saml.${string}` | `oidc.${string}`

/** Second factors that people can add to their account, in the order in which they are offered. */
export const secondFactors = ['phone', 'totp'] as const
export type SecondFactor = (typeof secondFactors)[number]

export const appCheckProviders = ['recaptcha-enterprise', 'recaptcha-v3'] as const
/** Firebase App Check by reCAPTCHA; the site key is public. */
export type AppCheckSettings = { provider: (typeof appCheckProviders)[number]; siteKey: string }

const isFederated = (name: string) =>
  (federatedProviders as readonly string[]).includes(name) || /^(saml|oidc)\.[\w.-]+$/.test(name)

const isMethod = (name: string): name is Method =>
  isFederated(name) || name === 'password' || name === 'phone' || name === 'anonymous'

const text = z.string('must be text').trim().min(1, 'must not be empty')
/** A path of this site, which no browser can read as another host. */
const isPath = (value: string) => /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(value)
const notPath = { message: 'must be a path of this site that begins with one slash', abort: true }
const sitePath = text.refine(isPath, notPath)
const address = text.refine(
  (value) => isPath(value) || (URL.parse(value)?.protocol === 'https:' && !/\s/.test(value)),
  'must be a path of this site or an address that begins with https://',
)
const parameterName = text.regex(/^[A-Za-z][\w-]*$/, 'must be a word of letters, digits, _ and -')
const colour = text.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as "#1b2a30"')
const country = text.regex(/^([A-Z]{2}|\+\d{1,6})$/, 'must be ISO codes such as "GB" or dialling codes such as "+44"')

/** Who gets in is closed to new people, and whom to ask. */
const restriction = z.strictObject({
  /** True: nobody new gets in this way. */
  status: z.boolean('must be true or false'),
  adminEmail: z.email('must be an e-mail address').optional(),
  helpLink: address.optional(),
})

const look = {
  /** In "Sign in with …". */
  providerName: text.optional(),
  /** The button's whole text. */
  fullLabel: text.optional(),
  /** It beats the theme; the text on it turns dark or light. The widget takes no colour written in another way. */
  buttonColor: colour.optional(),
  /** Of this site: before anybody has agreed to anything, nothing is asked of other hosts. */
  iconUrl: sitePath.optional(),
  /** Of a tenant: addresses of this domain, and no others, are led to this way. */
  hd: text.regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a domain such as "clinic.example"').optional(),
}
const federated = {
  ...look,
  /** The provider's own parameter for the address that was typed. */
  loginHintKey: text.optional(),
  scopes: z.array(text, 'must be an array').optional(),
  customParameters: z.record(z.string(), z.string('must be text'), 'must be an object').optional(),
  /** Google's OAuth client, for `credentialHelper: 'googleyolo'`. */
  clientId: text.optional(),
}
const password = {
  ...look,
  requireDisplayName: z.boolean('must be true or false').default(true),
  signInMethod: z.enum(['password', 'emailLink'], 'must be "password" or "emailLink"').default('password'),
  /** Whether an e-mailed link works only on the device that asked for it. */
  forceSameDevice: z.boolean('must be true or false').default(false),
  /** Closes e-mail to new people; the other ways are closed by `adminRestrictedOperation`. */
  disableSignUp: restriction.optional(),
}
const phone = {
  ...look,
  defaultCountry: text.regex(/^[A-Z]{2}$/, 'must be an ISO code such as "GB"').optional(),
  defaultNationalNumber: text.optional(),
  loginHint: text.optional(),
  whitelistedCountries: z.array(country, 'must be a non-empty array').min(1, 'must be a non-empty array').optional(),
  blacklistedCountries: z.array(country, 'must be an array').optional(),
  recaptchaParameters: z
    .strictObject({
      /** Invisible and of pictures, unless it says otherwise. */
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
  anonymous: z.strictObject({ provider, ...look }),
}

/** One way to sign in, with the options that its kind has. */
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
  `has ${keys.map((key) => JSON.stringify(key)).join(', ')}, which is no setting ${where}`.trim()

const signInOptions = z
  .array(option, 'must be an array')
  .min(1, 'must name a way to sign in')
  .refine((list) => new Set(list.map((each) => each?.provider)).size === list.length, 'names a way to sign in twice')

const nullable = (shape: typeof address) => shape.nullable()

/** What of a tenant reaches the widget; the rest is the same for all of them. */
const tenant = z.strictObject({
  /** In "Sign in to …". */
  displayName: text,
  fullLabel: text.optional(),
  buttonColor: colour.optional(),
  iconUrl: sitePath.optional(),
  signInOptions,
})
export type Tenant = z.infer<typeof tenant>

/** The identity service's own form of a tenant's id; `_` is the project itself. */
const tenants = z
  .record(z.string(), tenant, 'must be an object of tenants by their id')
  .refine((all) => Object.keys(all).length > 0, 'must name a tenant')
  .superRefine((all, context) => {
    for (const id of Object.keys(all)) {
      if (/^(_|[A-Za-z][\w-]*)$/.test(id)) continue
      context.addIssue({ code: 'custom', message: `has ${JSON.stringify(id)}, which is no id of a tenant` })
    }
  })

const settings = z.strictObject({
  /** In the order in which they are offered; a single one skips the list. */
  signInOptions: signInOptions.prefault(['google.com', 'facebook.com', 'password', 'phone']),
  signInFlow: z.enum(['redirect', 'popup'], 'must be "redirect" or "popup"').default('redirect'),
  /** Where people go after signing in, when the address of the page does not say: a path of this site. */
  signInSuccessUrl: z
    .string('is required')
    .trim()
    .min(1, { message: 'is required', abort: true })
    .refine(isPath, notPath),
  credentialHelper: z.enum(['none', 'googleyolo'], 'must be "none" or "googleyolo"').default('none'),
  immediateFederatedRedirect: z.boolean('must be true or false').default(false),
  popupMode: z.boolean('must be true or false').default(false),
  /** The two links show only when both are set; null takes one away. */
  tosUrl: nullable(address),
  privacyPolicyUrl: nullable(address),
  siteName: text,
  autoUpgradeAnonymousUsers: z.boolean('must be true or false').default(false),
  adminRestrictedOperation: restriction.optional(),
  /** The page that the widget is on, where its e-mailed links lead. */
  widgetUrl: sitePath,
  queryParameterForWidgetMode: parameterName.default('mode'),
  queryParameterForSignInSuccessUrl: parameterName.default('signInSuccessUrl'),
  /** Whether the identity project hides which addresses have an account; `auto` asks it. */
  emailEnumerationProtection: z.enum(['auto', 'on', 'off'], 'must be "auto", "on" or "off"').default('auto'),
  /** What a tenant's visitor is asked first: where they belong, or their address. */
  displayMode: z
    .enum(['optionFirst', 'identifierFirst'], 'must be "optionFirst" or "identifierFirst"')
    .default('optionFirst'),
  /** By the tenant's id; `_` is the project itself. Set, visitors first choose where they belong. */
  tenants: tenants.optional(),
})

export type SignInSettings = z.infer<typeof settings>

/** Parameters that the provider's own links carry beside ours. */
const taken = new Set(['apiKey', 'continueUrl', 'lang', 'oobCode', 'tenantId', 'ui_auid', 'ui_pid', 'ui_sd', 'ui_sid'])

const pathOf = (path: string) => path.replace(/[?#].*$/, '').replace(/\/$/, '')

/** Settings that the widget does not hand on to a tenant's form, and what they are when nobody sets them. */
const ofNoUseInTenants = {
  credentialHelper: 'none',
  autoUpgradeAnonymousUsers: false,
  adminRestrictedOperation: undefined,
}

function contradictions(read: SignInSettings, widgetPage: string): string[] {
  const problems: string[] = []
  if (pathOf(read.widgetUrl) !== widgetPage)
    problems.push(`widgetUrl must be ${widgetPage}: no other page has the form`)
  for (const [name, unset] of Object.entries(ofNoUseInTenants)) {
    if (read.tenants && read[name as keyof typeof ofNoUseInTenants] !== unset)
      problems.push(`${name} is of no use with tenants`)
  }
  const names = [read.queryParameterForWidgetMode, read.queryParameterForSignInSuccessUrl]
  if (names[0] === names[1])
    problems.push('queryParameterForWidgetMode and queryParameterForSignInSuccessUrl are the same')
  for (const [setting, other] of [
    ['queryParameterForWidgetMode', 'signInSuccessUrl'],
    ['queryParameterForSignInSuccessUrl', 'mode'],
  ] as const) {
    const name = read[setting]
    if (taken.has(name)) problems.push(`${setting} is "${name}", a query parameter of the provider's own`)
    else if (name === other) problems.push(`${setting} is "${name}", which means something else on this page`)
  }
  const lists = Object.values(read.tenants ?? { _: read }).map((each) => each.signInOptions)
  const single = lists.some(([only, ...others]) => only && others.length === 0 && isFederated(only.provider))
  if (read.immediateFederatedRedirect && !(single && read.signInFlow === 'redirect')) {
    problems.push(
      'immediateFederatedRedirect needs signInFlow "redirect" and one federated way to sign in as the only one',
    )
  }
  const google = read.signInOptions.find(({ provider: name }) => name === 'google.com')
  if (read.credentialHelper === 'googleyolo' && !read.tenants && !google?.clientId) {
    problems.push('credentialHelper "googleyolo" needs a clientId of google.com in signInOptions')
  }
  if (pathOf(read.signInSuccessUrl) === pathOf(read.widgetUrl)) {
    problems.push('signInSuccessUrl leads back to the page that people sign in on')
  }
  if (read.displayMode === 'identifierFirst' && !read.tenants)
    problems.push('displayMode "identifierFirst" needs tenants')
  for (const [n, { hd }] of read.signInOptions.entries()) {
    if (hd) problems.push(`signInOptions[${n}].hd is of use in tenants only`)
  }
  return problems
}

/** `signInOptions[2].scopes`, as one would write it. */
const nameOf = (path: PropertyKey[]) =>
  path.map((part, n) => (typeof part === 'number' ? `[${part}]` : `${n ? '.' : ''}${String(part)}`)).join('')

/**
 * Reads settings as a person wrote them, and fills in what they left out.
 * @param value an object under the names above, from JSON or YAML; undefined for none
 * @param defaults of what has no default of its own: addresses and the site's name
 * @returns the settings, or a sentence for each thing that is wrong, by the setting's name
 */
export function parseSignIn(
  value: unknown,
  defaults: Pick<SignInSettings, 'signInSuccessUrl' | 'tosUrl' | 'privacyPolicyUrl' | 'siteName' | 'widgetUrl'>,
): { settings: SignInSettings } | { problems: string[] } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (value !== undefined && !isObject) return { problems: ['must be an object of settings'] }
  const result = settings.safeParse({ ...defaults, ...(isObject ? value : {}) })
  if (result.success) {
    const problems = contradictions(result.data, defaults.widgetUrl)
    return problems.length > 0 ? { problems } : { settings: result.data }
  }
  return {
    problems: result.error.issues.map((issue) => {
      const said = issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : issue.message
      return `${nameOf(issue.path)} ${said}`.trim()
    }),
  }
}
