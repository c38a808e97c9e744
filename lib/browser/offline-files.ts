/** Which files a stored page needs, and the key under which each is stored. */
import { parseUrl } from './page-address'

const isFile = (path: string) =>
  /^\/(_next\/static\/|_next\/image$|pictures\/|blog\/file\/|app-icon\/|icon\.svg$|favicon\.ico$)/.test(path)

export const isOwnFile = (url: URL) => url.origin === location.origin && isFile(url.pathname)

/** Pictures have one key for all widths, and pages one for all queries. */
export function storageKey({ pathname, search, searchParams }: URL): string {
  if (pathname === '/_next/image') return `${pathname}?url=${encodeURIComponent(searchParams.get('url') ?? '')}`
  return isFile(pathname) ? pathname + search : pathname.replace(/(.)\/$/, '$1')
}

/** Addresses in HTML escape ampersands. */
const attributeOf = (tag: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '').replaceAll(/&(?:amp|#x26|#38);/gi, '&')

/** The narrowest picture that fills the column, or the widest. */
function sourceForWidth(srcset: string, minWidth: number): string | undefined {
  const candidates = srcset
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([address = '', size = '']) => ({ address, width: Number.parseInt(size, 10) || 0 }))
    .sort((one, other) => one.width - other.width)
  return (candidates.find(({ width }) => width >= minWidth) ?? candidates.at(-1))?.address
}

function ownFiles(addresses: readonly string[], base: string): URL[] {
  return addresses.flatMap((address) => {
    const url = address ? parseUrl(address, base) : null
    return url && isOwnFile(url) ? [url] : []
  })
}

/** @param width of the column, in device pixels */
export function filesOfPage(html: string, base: string, width: number): URL[] {
  const addresses = [...html.matchAll(/\/_next\/static\/[\w\-./~%@+]+(\?dpl=[\w-]+)?/g)].map(([address]) => address)
  for (const [tag] of html.matchAll(/<(?:img|link)\s[^>]*>/gi)) {
    if (/^<link/i.test(tag) && !/\srel="(?:icon|stylesheet)"/i.test(tag)) continue
    const srcset = attributeOf(tag, 'srcset')
    addresses.push((srcset && sourceForWidth(srcset, width)) || attributeOf(tag, 'src') || attributeOf(tag, 'href'))
  }
  return ownFiles(addresses, base)
}

/** Fonts. */
export function filesOfStyleSheet(css: string, base: string): URL[] {
  return ownFiles(
    [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address = '']) => address),
    base,
  )
}
