import type { auth } from 'firebaseui'
import type { CountryLists } from '@/lib/browser/phone-number'
import type { Method, SignInOption, SignInSettings } from '@/lib/contract/sign-in'
import { iconOf } from './icons'
import { successParameter } from '@/components/auth/page/return-address'

/** What is known of a visit when the widget is started. */
export type Situation = {
  /** By a link in an e-mail instead of a password. */
  emailLink: boolean
  origin: string
  /** Where to go afterwards, absolute; travels inside the e-mailed link. */
  returnTo: string
  /** Tag of the visitor's language: its region is the first country of a phone number. */
  language: string
}

/** One entry of the widget's list, under the widget's own names. */
export type WidgetOption = Omit<SignInOption, 'hd' | 'buttonColor' | 'iconUrl'> & {
  buttonColor: string
  iconUrl: string
  emailLinkSignIn?: () => { url: string; handleCodeInApp: true }
}

/** The theme paints a button without a colour of its own. */
const unpainted = 'transparent'

/** Whether people can sign in this way, in a tenant or, where there are none, on the page itself. */
export function offers(settings: SignInSettings, method: Method): boolean {
  const lists = settings.tenants
    ? Object.values(settings.tenants).map((tenant) => tenant.signInOptions)
    : [settings.signInOptions]
  return lists.some((list) => list.some(({ provider }) => provider === method))
}

/**
 * The widget's whole configuration but its callbacks.
 * @param settings as `parseSignIn` gives them, every default filled in
 */
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

/** Both links or none: the widget warns of a single one in the console, and shows neither. */
export function legalLinks({ tosUrl, privacyPolicyUrl }: SignInSettings) {
  return tosUrl && privacyPolicyUrl ? { tosUrl, privacyPolicyUrl } : {}
}

/** The countries that a list of ways to sign in lets phone numbers be from. */
export function phoneCountries(list: readonly SignInOption[]): CountryLists {
  return list.find(({ provider }) => provider === 'phone') ?? {}
}

/** A list of ways to sign in as the widget wants it. */
export function widgetOptions(
  list: readonly SignInOption[],
  settings: Pick<SignInSettings, 'widgetUrl'>,
  situation: Situation,
): WidgetOption[] {
  return list.map((option) => ({
    // Who belongs to a tenant is decided before the list is shown.
    ...withoutDomain(option),
    ...nameOf(option),
    buttonColor: option.buttonColor ?? unpainted,
    iconUrl: option.iconUrl ?? iconOf(option.provider),
    ...(option.provider === 'password' && emailPart(option, settings, situation)),
    ...(option.provider === 'phone' && phonePart(option, situation)),
  }))
}

function withoutDomain(option: SignInOption) {
  const { hd: _, ...rest } = option
  return rest
}

/** `saml.north-clinic` reads "Sign in with North clinic"; the widget would say "north-clinic". */
function nameOf({ provider, providerName }: SignInOption) {
  const own = /^(?:saml|oidc)\.(.+)$/
    .exec(provider)?.[1]
    ?.replace(/[-_.]+/g, ' ')
    .trim()
  if (providerName || !own) return {}
  return { providerName: own.charAt(0).toUpperCase() + own.slice(1) }
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

/** A country that the white or black list leaves out is not begun with: the widget sees to that. */
function phonePart(option: SignInOption, { language }: Situation): Partial<WidgetOption> {
  const region = /[-_]([A-Za-z]{2})\b/.exec(language)?.[1]?.toUpperCase()
  return {
    defaultCountry: option.defaultCountry ?? region ?? 'US',
    recaptchaParameters: captchaOf(option),
  }
}

const captchaOf = (option: SignInOption | undefined): NonNullable<SignInOption['recaptchaParameters']> => ({
  size: 'invisible',
  type: 'image',
  ...option?.recaptchaParameters,
})

/** The captcha of a list's phone step. */
export const phoneCaptcha = (list: readonly SignInOption[]) =>
  captchaOf(list.find(({ provider }) => provider === 'phone'))
