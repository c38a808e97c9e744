import type { Method } from '@/lib/contract/sign-in'

/** Our own drawing of each way to sign in: the widget's own ones come from another host. */
const icons: Record<Exclude<Method, `saml.${string}` | `oidc.${string}`>, string> = {
  'google.com': '/icons/google.svg',
  'facebook.com': '/icons/facebook.svg',
  'twitter.com': '/icons/twitter.svg',
  'github.com': '/icons/github.svg',
  'apple.com': '/icons/apple.svg',
  'microsoft.com': '/icons/microsoft.svg',
  'yahoo.com': '/icons/yahoo.svg',
  password: '/icons/email.svg',
  phone: '/icons/phone.svg',
  anonymous: '/icons/person.svg',
}

/** The icon's path on this site. */
export function iconOf(method: Method): string {
  if (method in icons) return icons[method as keyof typeof icons]
  return method.startsWith('saml.') ? '/icons/saml.svg' : '/icons/oidc.svg'
}

/** A tenant's icon, unless it has one of its own. */
export const tenantIcon = '/icons/tenant.svg'
