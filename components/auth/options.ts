import type { auth } from 'firebaseui'
import { providerNames } from '@/lib/browser/account-rules'
import type { CountryLists } from '@/lib/browser/phone-number'
import type { Method, SignInOption, SignInSettings, Tenant } from '@/lib/contract/sign-in'
import { localPath, type Locale } from '@/lib/locales'
import { successParameter } from './address'
import type { Words } from './answers'

const otherIcons: Record<string, string> = { password: 'email', anonymous: 'person' }

/** Local, because the widget loads its icons from another host. */
export const iconOf = (method: Method): string => `/icons/${otherIcons[method] ?? method.replace(/\..*/, '')}.svg`

const tenantIcon = '/icons/tenant.svg'

export type Situation = {
  emailLink: boolean
  origin: string
  returnTo: string
  /** A tag such as `en-GB`, whose region is the first country of a phone number. */
  region: string
  words: Words
}

export type WidgetOption = Omit<SignInOption, 'hd' | 'buttonColor' | 'iconUrl'> & {
  hd?: RegExp
  buttonColor: string
  iconUrl: string
  emailLinkSignIn?: () => { url: string; handleCodeInApp: true }
}

const noColour = 'transparent'

export const popupFlow = { signInFlow: 'popup', immediateFederatedRedirect: false } as const

export function widgetConfig(settings: SignInSettings, situation: Situation): auth.Config {
  return {
    signInFlow: settings.signInFlow,
    signInOptions: widgetOptions(settings.signInOptions, settings, situation),
    signInSuccessUrl: situation.returnTo,
    credentialHelper: settings.credentialHelper,
    immediateFederatedRedirect: settings.immediateFederatedRedirect,
    popupMode: settings.popupMode,
    ...legalLinks(settings, situation.words.locale),
    siteName: settings.siteName,
    autoUpgradeAnonymousUsers: settings.autoUpgradeAnonymousUsers,
    ...(settings.adminRestrictedOperation && { adminRestrictedOperation: settings.adminRestrictedOperation }),
    widgetUrl: localPath(settings.widgetUrl, situation.words.locale),
    queryParameterForWidgetMode: settings.queryParameterForWidgetMode,
    queryParameterForSignInSuccessUrl: settings.queryParameterForSignInSuccessUrl,
  }
}

/** The widget shows both links or none, and warns about a single one. */
export const legalLinks = ({ tosUrl, privacyPolicyUrl }: SignInSettings, locale: Locale) =>
  tosUrl && privacyPolicyUrl
    ? { tosUrl: localPath(tosUrl, locale), privacyPolicyUrl: localPath(privacyPolicyUrl, locale) }
    : {}

export const phoneCountries = (list: readonly SignInOption[]): CountryLists =>
  list.find(({ provider }) => provider === 'phone') ?? {}

export function widgetOptions(
  list: readonly SignInOption[],
  settings: Pick<SignInSettings, 'widgetUrl'>,
  situation: Situation,
): WidgetOption[] {
  return list.map(({ hd, ...option }) => ({
    ...option,
    ...labelsOf(option, situation.words),
    ...(hd && { hd: domainPattern(hd) }),
    buttonColor: option.buttonColor ?? noColour,
    iconUrl: option.iconUrl ?? iconOf(option.provider),
    ...(option.provider === 'password' && emailPart(option, settings, situation)),
    ...(option.provider === 'phone' && phonePart(option, situation)),
  }))
}

/** `saml.north-clinic` becomes "North clinic". */
function ownName(provider: Method): string | undefined {
  const words = /^(?:saml|oidc)\.(.+)$/
    .exec(provider)?.[1]
    ?.replace(/[-_.]+/g, ' ')
    .trim()
  return words && words.charAt(0).toUpperCase() + words.slice(1)
}

/** The widget's "Sign in with …" does not suit new users. */
function labelsOf({ provider, providerName, fullLabel }: SignInOption, { auth }: Words) {
  if (provider === 'anonymous') return {}
  const ownLabel = providerName ?? ownName(provider)
  const method = ownLabel ? 'other' : provider === 'password' ? 'email' : provider === 'phone' ? 'phone' : 'other'
  const label = auth('button.continueWith', { method, provider: ownLabel ?? providerNames[provider] ?? provider })
  return { ...(ownLabel && { providerName: ownLabel }), fullLabel: fullLabel ?? label }
}

function emailPart(
  option: SignInOption,
  { widgetUrl }: Pick<SignInSettings, 'widgetUrl'>,
  { emailLink, origin, returnTo, words }: Situation,
): Partial<WidgetOption> {
  if (!emailLink && option.signInMethod !== 'emailLink') return {}
  const url = new URL(localPath(widgetUrl, words.locale), origin)
  url.searchParams.set(successParameter, returnTo)
  return { signInMethod: 'emailLink', emailLinkSignIn: () => ({ url: url.href, handleCodeInApp: true }) }
}

/** The widget replaces an excluded default country itself. */
function phonePart(option: SignInOption, { region }: Situation): Partial<WidgetOption> {
  const country = /[-_]([A-Za-z]{2})\b/.exec(region)?.[1]?.toUpperCase()
  return {
    defaultCountry: option.defaultCountry ?? country ?? 'US',
    recaptchaParameters: { size: 'invisible', type: 'image', ...option.recaptchaParameters },
  }
}

/** The widget's name for the project itself among its tenants. */
export const projectItself = '_'

/** Matches whole addresses; the widget's own pattern fails at a second dot. */
const domainPattern = (name: string) => new RegExp(`@${name.replaceAll('.', '\\.')}$`, 'i')

export function tenantsConfig(
  settings: SignInSettings & Required<Pick<SignInSettings, 'tenants'>>,
  situation: Situation,
  authDomain: string,
): auth.CIAPHandlerConfig {
  const { displayMode, signInFlow, immediateFederatedRedirect } = settings
  const legal = legalLinks(settings, situation.words.locale)
  const tenants = Object.entries(settings.tenants).map(([id, tenant]) => [
    id,
    {
      displayName: tenant.displayName,
      ...(tenant.fullLabel && { fullLabel: tenant.fullLabel }),
      buttonColor: tenant.buttonColor ?? noColour,
      iconUrl: tenant.iconUrl ?? tenantIcon,
      signInFlow,
      immediateFederatedRedirect,
      ...legal,
      signInOptions: widgetOptions(tenant.signInOptions, settings, situation),
    },
  ])
  return { authDomain, displayMode, ...legal, tenants: Object.fromEntries(tenants) }
}

export function requestedTenant(search: string, tenants: Record<string, Tenant>): string | null | undefined {
  const requestedId = new URLSearchParams(search).get('tenantId')
  if (requestedId === null) return null
  const id = requestedId || projectItself
  return Object.hasOwn(tenants, id) ? id : undefined
}

export function withTenant(href: string, tenant: string | null): string {
  const url = new URL(href)
  if (tenant === null) url.searchParams.delete('tenantId')
  else url.searchParams.set('tenantId', tenant === projectItself ? '' : tenant)
  return url.href
}

export function isSignedOutPage(
  search: string,
  { queryParameterForWidgetMode: name }: Pick<SignInSettings, 'queryParameterForWidgetMode'>,
): boolean {
  const query = new URLSearchParams(search)
  return [query.get(name), query.get('mode')].includes('signOut')
}
