import { paths } from '@/lib/site'

/** Parts of the site whose pages need different things of a browser. */
export type Area = 'sign-in' | 'profile' | 'pricing' | 'blog' | 'site'

const beginnings: [string, Area][] = [
  [paths.auth, 'sign-in'],
  [paths.profile, 'profile'],
  ['/pricing', 'pricing'],
  [paths.blog, 'blog'],
]

/** The area of an address, in whatever case and with or without a slash at its end. */
export function areaOf(pathname: string): Area {
  const path = pathname.toLowerCase()
  const found = beginnings.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))
  return found?.[1] ?? 'site'
}
