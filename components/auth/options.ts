import { paths } from '@/lib/site'

/** A way to sign in, by the identity service's own name. */
export type Method =
  | 'google.com'
  | 'facebook.com'
  | 'twitter.com'
  | 'github.com'
  | 'apple.com'
  | 'microsoft.com'
  | 'yahoo.com'
  | 'password'
  | 'phone'
  | 'anonymous'
  | `saml.${string}`
  | `oidc.${string}`

export type SignInSettings = {
  /** In the order in which they are offered; a single one skips the list. */
  methods: readonly Method[]
  flow: 'redirect' | 'popup'
  requireDisplayName: boolean
  /** Turns a guest into a full account at sign-in; of use only with `anonymous` among the methods. */
  upgradeGuests: boolean
  /** Nobody can sign up through a method that is named here. */
  closedToNew: readonly Method[]
  adminEmail: string | undefined
  helpLink: string | undefined
}

/** What is offered until a setting says otherwise: the specification's own list and defaults. */
export const settings: SignInSettings = {
  methods: ['google.com', 'facebook.com', 'password', 'phone'],
  flow: 'redirect',
  requireDisplayName: true,
  upgradeGuests: false,
  closedToNew: [],
  adminEmail: undefined,
  helpLink: undefined,
}

const icons: Partial<Record<Method, string>> = {
  'google.com': '/icons/google.svg',
  'facebook.com': '/icons/facebook.svg',
  password: '/icons/email.svg',
  phone: '/icons/phone.svg',
}

/** One entry of the widget's list, under the widget's own names. */
export type WidgetOption = {
  provider: Method
  buttonColor: string
  iconUrl: string
  disableSignUp?: { status: true; adminEmail?: string; helpLink?: string }
  requireDisplayName?: boolean
  signInMethod?: 'password' | 'emailLink'
  forceSameDevice?: boolean
  emailLinkSignIn?: () => { url: string; handleCodeInApp: true }
  defaultCountry?: string
  recaptchaParameters?: { size: 'normal' | 'invisible'; type: 'image' }
}

type Situation = {
  /** By a link in an e-mail instead of a password. */
  emailLink: boolean
  origin: string
  /** Where to go afterwards; travels inside the e-mailed link. */
  returnTo: string
  /** Tag of the visitor's language: its region is the first country of a phone number. */
  language: string
}

/** The widget's list of ways to sign in. Its own icons come from another host, so each has one of ours. */
export function widgetOptions(list: SignInSettings, situation: Situation): WidgetOption[] {
  return list.methods.map((provider) => {
    const closed = list.closedToNew.includes(provider)
    const { adminEmail, helpLink } = list
    const option: WidgetOption = {
      provider,
      // The theme paints the button; a colour set here would lie over it.
      buttonColor: 'transparent',
      iconUrl: icons[provider] ?? '/icons/person.svg',
      ...(closed
        ? { disableSignUp: { status: true, ...(adminEmail && { adminEmail }), ...(helpLink && { helpLink }) } }
        : {}),
    }
    if (provider === 'password') return { ...option, ...emailPart(list, situation) }
    if (provider === 'phone') return { ...option, ...phonePart(situation) }
    return option
  })
}

function emailPart(list: SignInSettings, { emailLink, origin, returnTo }: Situation): Partial<WidgetOption> {
  if (!emailLink) return { requireDisplayName: list.requireDisplayName, signInMethod: 'password' }
  const url = `${origin}${paths.auth}?signInSuccessUrl=${encodeURIComponent(returnTo)}`
  return {
    requireDisplayName: list.requireDisplayName,
    signInMethod: 'emailLink',
    forceSameDevice: false,
    emailLinkSignIn: () => ({ url, handleCodeInApp: true }),
  }
}

function phonePart({ language }: Situation): Partial<WidgetOption> {
  const region = /[-_]([A-Za-z]{2})\b/.exec(language)?.[1]?.toUpperCase()
  return { defaultCountry: region ?? 'US', recaptchaParameters: { size: 'invisible', type: 'image' } }
}
