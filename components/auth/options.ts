import type { auth } from 'firebaseui'
import { providerNames } from '@/lib/browser/account-rules'
import type { CountryLists } from '@/lib/browser/phone-number'
import type { Method, SignInOption, SignInSettings, Tenant } from '@/lib/contract/sign-in'
import { successParameter } from './address'

const otherIcons: Record<string, string> = { password: 'email', anonymous: 'person' }

/** Local, because the widget loads its icons from another host. */
export const iconOf = (method: Method): string => `/icons/${otherIcons[method] ?? method.replace(/\..*/, '')}.svg`

const tenantIcon = '/icons/tenant.svg'

export type Situation = {
  emailLink: boolean
  origin: string
  returnTo: string
  /** The region selects the first country of a phone number. */
  language: string
}

export type WidgetOption = Omit<SignInOption, 'hd' | 'buttonColor' | 'iconUrl'> & {
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
    ...legalLinks(settings),
    siteName: settings.siteName,
    autoUpgradeAnonymousUsers: settings.autoUpgradeAnonymousUsers,
    ...(settings.adminRestrictedOperation && { adminRestrictedOperation: settings.adminRestrictedOperation }),
    widgetUrl: settings.widgetUrl,
    queryParameterForWidgetMode: settings.queryParameterForWidgetMode,
    queryParameterForSignInSuccessUrl: settings.queryParameterForSignInSuccessUrl,
  }
}

/** The widget shows both links or none, and warns about a single one. */
export function legalLinks({ tosUrl, privacyPolicyUrl }: SignInSettings) {
  return tosUrl && privacyPolicyUrl ? { tosUrl, privacyPolicyUrl } : {}
}

export const phoneCountries = (list: readonly SignInOption[]): CountryLists =>
  list.find(({ provider }) => provider === 'phone') ?? {}

function widgetOptions(
  list: readonly SignInOption[],
  settings: Pick<SignInSettings, 'widgetUrl'>,
  situation: Situation,
): WidgetOption[] {
  return list.map((option) => {
    // The widget assigns tenants by domain before it shows the list.
    const { hd: _, ...rest } = option
    return {
      ...rest,
      ...labelsOf(option),
      buttonColor: option.buttonColor ?? noColour,
      iconUrl: option.iconUrl ?? iconOf(option.provider),
      ...(option.provider === 'password' && emailPart(option, settings, situation)),
      ...(option.provider === 'phone' && phonePart(option, situation)),
    }
  })
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
function labelsOf({ provider, providerName, fullLabel }: SignInOption) {
  if (provider === 'anonymous') return {}
  const ownLabel = providerName ?? ownName(provider)
  const name = ownLabel ?? providerNames[provider] ?? (provider === 'password' ? 'email' : provider)
  return { ...(ownLabel && { providerName: ownLabel }), fullLabel: fullLabel ?? `Continue with ${name}` }
}

function emailPart(
  option: SignInOption,
  { widgetUrl }: Pick<SignInSettings, 'widgetUrl'>,
  { emailLink, origin, returnTo }: Situation,
): Partial<WidgetOption> {
  if (!emailLink && option.signInMethod !== 'emailLink') return {}
  const url = new URL(widgetUrl, origin)
  url.searchParams.set(successParameter, returnTo)
  return { signInMethod: 'emailLink', emailLinkSignIn: () => ({ url: url.href, handleCodeInApp: true }) }
}

/** The widget replaces an excluded default country itself. */
function phonePart(option: SignInOption, { language }: Situation): Partial<WidgetOption> {
  const region = /[-_]([A-Za-z]{2})\b/.exec(language)?.[1]?.toUpperCase()
  return {
    defaultCountry: option.defaultCountry ?? region ?? 'US',
    recaptchaParameters: { size: 'invisible', type: 'image', ...option.recaptchaParameters },
  }
}

/** The widget's name for the project itself among its tenants. */
export const projectItself = '_'

/** Matches whole addresses; the widget's own pattern fails at a second dot. */
const domainPattern = (name: string) => new RegExp(`@${name.replaceAll('.', '\\.')}$`, 'i')

function tenantOptions(tenant: Tenant, settings: SignInSettings, situation: Situation) {
  return widgetOptions(tenant.signInOptions, settings, situation).map((option, n) => {
    const hd = tenant.signInOptions[n]?.hd
    return hd ? { ...option, hd: domainPattern(hd) } : option
  })
}

export function tenantsConfig(
  settings: SignInSettings & Required<Pick<SignInSettings, 'tenants'>>,
  situation: Situation,
  authDomain: string,
): auth.CIAPHandlerConfig {
  const { displayMode, signInFlow, immediateFederatedRedirect } = settings
  const tenants = Object.entries(settings.tenants).map(([id, tenant]) => [
    id,
    {
      displayName: tenant.displayName,
      ...(tenant.fullLabel && { fullLabel: tenant.fullLabel }),
      buttonColor: tenant.buttonColor ?? noColour,
      iconUrl: tenant.iconUrl ?? tenantIcon,
      signInFlow,
      immediateFederatedRedirect,
      ...legalLinks(settings),
      signInOptions: tenantOptions(tenant, settings, situation),
    },
  ])
  return { authDomain, displayMode, ...legalLinks(settings), tenants: Object.fromEntries(tenants) }
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
