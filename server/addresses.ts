/** A part that leads out of where the address begins, once somebody resolves it. */
const isDotted = (pathname: string): boolean => /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)

/**
 * Pages of the identity service that are passed on: they bring their own scripts, and our pages frame them. Where
 * nothing is named behind the beginning, the page that says so is ours.
 */
export const isPassedOn = (pathname: string): boolean =>
  /^\/(?:__|emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|v0)\/+[^/]/.test(pathname) &&
  !isDotted(pathname)

export const isApi = (pathname: string): boolean => /^\/api(?:\/|$)/.test(pathname)

/** Addresses that lead to pages: all but files, the API, and what is passed on. */
export const isPage = (pathname: string): boolean =>
  !isApi(pathname) && !/^\/_next(?:\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname) && !isPassedOn(pathname)

/**
 * The other name of the same site, as a request's `Host` has it: with `www.` where its origin is without, and without
 * where it is with; null for an address of numbers and for this machine, which have none.
 */
export function otherHost(siteOrigin: string): string | null {
  const { host, hostname } = new URL(siteOrigin)
  if (!hostname.includes('.') || /^[\d.]+$/.test(hostname)) return null
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}
