import type { auth } from 'firebaseui'
import type { SignInSettings, Tenant } from '@/lib/contract/sign-in'
import { tenantIcon } from './icons'
import { legalLinks, widgetOptions, type Situation, type WidgetOption } from './options'

/** The project itself among the tenants, as the widget calls it. */
export const projectItself = '_'

type TenantOption = WidgetOption & { hd?: RegExp }

/** The widget tests the whole address against it; its own reading of a text trips over a second dot. */
const domain = (name: string) => new RegExp(`@${name.replaceAll('.', '\\.')}$`, 'i')

function optionsOf(tenant: Tenant, settings: SignInSettings, situation: Situation): TenantOption[] {
  return widgetOptions(tenant.signInOptions, settings, situation).map((option, n) => {
    const hd = tenant.signInOptions[n]?.hd
    return hd ? { ...option, hd: domain(hd) } : option
  })
}

/**
 * What the widget's handler of tenants wants to know of the project.
 * @param authDomain host of the identity service's helper pages
 */
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
      buttonColor: tenant.buttonColor ?? 'transparent',
      iconUrl: tenant.iconUrl ?? tenantIcon,
      signInFlow,
      immediateFederatedRedirect,
      ...legalLinks(settings),
      signInOptions: optionsOf(tenant, settings, situation),
    },
  ])
  return { authDomain, displayMode, ...legalLinks(settings), tenants: Object.fromEntries(tenants) }
}

/**
 * The tenant that the page's address names; an empty name is the project itself. The provider's own
 * links carry it, and so does the address that a provider comes back to.
 * @returns null when it names none, undefined when it names one that is not configured
 */
export function askedTenant(search: string, tenants: Record<string, Tenant>): string | null | undefined {
  const asked = new URLSearchParams(search).get('tenantId')
  if (asked === null) return null
  const id = asked || projectItself
  return Object.hasOwn(tenants, id) ? id : undefined
}

/** This page's address with the tenant in it, or without any. */
export function withTenant(href: string, tenant: string | null): string {
  const url = new URL(href)
  if (tenant === null) url.searchParams.delete('tenantId')
  else url.searchParams.set('tenantId', tenant === projectItself ? '' : tenant)
  return url.href
}

/** Whether this is the page for those who have just signed out; the site itself goes home instead. */
export function isSignedOutPage(
  search: string,
  { queryParameterForWidgetMode: name }: Pick<SignInSettings, 'queryParameterForWidgetMode'>,
): boolean {
  const query = new URLSearchParams(search)
  return [query.get(name), query.get('mode')].includes('signOut')
}
