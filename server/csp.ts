/** The content security policy of each area. Inline scripts are allowed by hash. */
import { createHash } from 'node:crypto'
import type { Provider } from '@/lib/contract/plan'
import type { Env } from '@/lib/env'
import type { Area } from './headers'

/** Sources by directive. */
type Policy = Partial<Record<string, string[]>>

export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const self = "'self'"
const none = "'none'"

export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * For hosts that start Next without our server (`next.config.ts`). Plain Next cannot allow inline scripts by hash, and a
 * build does not know which vendors are set.
 */
export const baselinePolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' https:",
  "style-src 'self' 'unsafe-inline' https:",
  "img-src 'self' data: blob: https:",
  "connect-src 'self' https: wss:",
  "frame-src 'self' https:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Inline handler of firebaseui's provider list. */
const widgetHandler = 'return false;'

const basePolicy: Policy = {
  // Firefox applies it to prefetching. Everything else is listed below.
  'default-src': [self],
  'script-src': [self],
  'script-src-attr': [none],
  'style-src': [self],
  'style-src-attr': [none],
  'img-src': [self, 'data:'],
  'font-src': [self],
  'connect-src': [self],
  'frame-src': [none],
  'media-src': [none],
  'object-src': [none],
  'worker-src': [self],
  'manifest-src': [self],
  'form-action': [self],
  'frame-ancestors': [none],
  'base-uri': [none],
}

const areaPolicies: Record<Area, Policy> = {
  site: {},
  // Footer code runs in a frame; formulas use style attributes.
  blog: { 'frame-src': [self], 'style-src-attr': ["'unsafe-inline'"] },
  // The provider's helper is a frame on our origin; firebaseui uses style attributes.
  'sign-in': {
    'frame-src': [self],
    'style-src-attr': ["'unsafe-inline'"],
    'script-src-attr': ["'unsafe-hashes'", hashSource(widgetHandler)],
  },
  profile: { 'frame-src': [self], 'img-src': ['blob:'] },
  pricing: {},
}

const oneTapPolicy: Policy = {
  'script-src': ['https://accounts.google.com/gsi/client'],
  'style-src': ['https://accounts.google.com/gsi/style'],
  'frame-src': ['https://accounts.google.com/gsi/'],
  'connect-src': ['https://accounts.google.com/gsi/'],
}

const appCheckPolicy: Policy = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  'connect-src': ['https://content-firebaseappcheck.googleapis.com', 'https://www.google.com/recaptcha/'],
}

function identityPolicy({ identity, signIn }: Env, area: Area): Policy {
  if (!identity) return {}
  const isSigningIn = area === 'sign-in' || area === 'profile'
  const widgetPolicy: Policy = isSigningIn
    ? {
        'script-src': [
          'https://apis.google.com/js/api.js',
          'https://apis.google.com/_/scs/',
          'https://www.google.com/recaptcha/',
          'https://www.gstatic.com/recaptcha/',
        ],
        'frame-src': [
          `https://${identity.authDomain}`,
          'https://www.google.com/recaptcha/',
          'https://recaptcha.google.com/recaptcha/',
        ],
        'img-src': ['https://www.gstatic.com'],
      }
    : {}
  const oneTap = area === 'sign-in' && signIn.credentialHelper === 'googleyolo' ? oneTapPolicy : {}
  if (identity.authEmulator) return mergePolicies(widgetPolicy, oneTap)
  return mergePolicies(widgetPolicy, oneTap, identity.appCheck ? appCheckPolicy : {}, {
    'connect-src': [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...(area === 'profile' ? ['https://firebasestorage.googleapis.com'] : []),
    ],
    ...(area === 'profile' && { 'img-src': ['https://firebasestorage.googleapis.com'] }),
  })
}

const providerPolicies: Record<Provider, (settings: Env) => Policy> = {
  stripe: ({ stripe }) =>
    stripe?.publishableKey
      ? {
          'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
          'frame-src': [
            'https://js.stripe.com',
            'https://*.js.stripe.com',
            'https://hooks.stripe.com',
            'https://checkout.stripe.com',
          ],
          'connect-src': ['https://api.stripe.com', 'https://checkout.stripe.com'],
          'img-src': ['https://*.stripe.com'],
        }
      : {},
  chargebee: ({ chargebee }) => {
    const site = chargebee?.checkoutSite
    return site
      ? {
          'script-src': ['https://js.chargebee.com'],
          'style-src': ['https://js.chargebee.com', `https://${site}.chargebee.com`],
          'style-src-attr': ["'unsafe-inline'"],
          'frame-src': ['https://js.chargebee.com', `https://${site}.chargebee.com`],
          'connect-src': [`https://${site}.chargebee.com`],
          'img-src': ['https://js.chargebee.com', `https://${site}.chargebee.com`],
        }
      : {}
  },
}

const paymentPolicy = (settings: Env, area: Area): Policy =>
  area === 'pricing' ? mergePolicies(...Object.values(providerPolicies).map((policyOf) => policyOf(settings))) : {}

function consentPolicy({ siteSettings: { scripts, scriptSources } }: Env, area: Area): Policy {
  const addresses = [scripts.chat, scripts.analytics, scripts.heatmap].flatMap((url) => url ?? [])
  if (addresses.length === 0 || (area !== 'site' && area !== 'blog')) return {}
  const sources = [...addresses.map((address) => new URL(address).origin), ...scriptSources]
  const directives = [
    'script-src',
    'style-src',
    'img-src',
    'font-src',
    'connect-src',
    'frame-src',
    'media-src',
    'worker-src',
  ]
  return Object.fromEntries(directives.map((directive) => [directive, sources]))
}

/** Merges the sources of each directive; any source replaces `'none'`. */
function mergePolicies(...policies: Policy[]): Policy {
  const all: Policy = {}
  for (const policy of policies) {
    for (const [name, sources = []] of Object.entries(policy)) {
      const combined = [...new Set([...(all[name] ?? []), ...sources])]
      const withoutNone = combined.filter((source) => source !== none)
      all[name] = withoutNone.length > 0 ? withoutNone : combined
    }
  }
  return all
}

/** @returns a function of the area and the sources of its inline scripts and styles */
export function contentSecurityPolicy(env: Env, api: string[]) {
  const https = env.siteOrigin.startsWith('https:')
  return (area: Area, scripts: string[], styles: string[] = []): string => {
    const policy = mergePolicies(
      basePolicy,
      { 'connect-src': api, 'script-src': scripts, 'style-src': styles },
      areaPolicies[area],
      identityPolicy(env, area),
      paymentPolicy(env, area),
      consentPolicy(env, area),
    )
    const lines = Object.entries(policy).map(([name, sources = []]) => [name, ...sources].join(' '))
    return [...lines, ...(https ? ['upgrade-insecure-requests'] : [])].join('; ')
  }
}
