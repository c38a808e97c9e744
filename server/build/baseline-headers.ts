/**
 * Headers as rules for `next.config.ts`, for hosts that start Next without our server. Our server replaces the policies
 * by stricter ones (`server/request-handler.ts`).
 */
import type { NextConfig } from 'next'
import { siteSettings } from '@/lib/site-settings'
import { areas, proxied, type Area } from '@/server/html/areas'
import { closedPolicy, contentSecurityPolicy, type PolicySettings } from '@/server/csp'
import { commonHeaders, sharedPaths, strictTransport } from '@/server/headers'

type Rules = Awaited<ReturnType<NonNullable<NextConfig['headers']>>>

const ownPaths = `/:path((?!${proxied}).*)`
// Routes with their own policy, such as the contact form, would get two.
const pagePaths = String.raw`(?!(?:api|_next)(?:/|$))(?!${proxied})(?!blog/(?:footer|file)/)(?!(?:.*/)?[^/.]*\.[^/]*$)`

/** A build does not know the settings, so it allows each vendor. */
const anyVendor = (): PolicySettings => ({
  siteOrigin: '',
  identity: {
    authDomain: '*.firebaseapp.com',
    authEmulator: null,
    appCheck: { provider: 'recaptcha-enterprise', siteKey: '' },
  },
  signIn: { credentialHelper: 'googleyolo' },
  stripe: { publishableKey: 'pk' },
  chargebee: { checkoutSite: '*' },
  siteSettings: siteSettings(),
})

/** Plain Next cannot allow inline scripts by hash. */
export function baselinePolicy(area: Area, api: string[]): string {
  const inline = ["'unsafe-inline'"]
  return contentSecurityPolicy(anyVendor(), api)(area, { scripts: inline, styles: inline })
}

const rule = (source: string, values: Record<string, string>) => ({
  source,
  headers: Object.entries(values).map(([key, value]) => ({ key, value })),
})

/** A later rule wins over an earlier one. */
export function baselineHeaders(hosts: Record<string, string>): Rules {
  const api = ['PROD', 'BETA'].flatMap((mode) => hosts[`NEXT_PUBLIC_API_HOST_${mode}`] || [])
  const policy = (source: string, value: string) => rule(source, { 'Content-Security-Policy': value })
  return [
    rule(ownPaths, commonHeaders('/', false)),
    rule('/api/preview', commonHeaders('/api/preview', false)),
    rule(`/:path(${sharedPaths})`, commonHeaders('/og/home.png', false)),
    {
      ...rule(ownPaths, { 'Strict-Transport-Security': strictTransport }),
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
    },
    policy(`/:path(${pagePaths}.*)`, baselinePolicy('site', api)),
    ...areas.map(([prefix, area]) =>
      policy(`/:path(${pagePaths}${prefix.slice(1)}(?:/.*)?)`, baselinePolicy(area, api)),
    ),
    policy(String.raw`/:path(.*\.json)`, closedPolicy),
    policy('/:path(api(?:/(?!contact/?$).*)?)', closedPolicy),
  ]
}
