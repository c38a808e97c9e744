import { env } from '@/lib/env'

/**
 * The origin that the build knows, for links in static pages. A build without `SITE_ORIGIN` serves stacks
 * on any port, so its canonical links stay paths, which are right on the origin that serves them.
 */
export function builtOrigin(): URL | undefined {
  return URL.parse(process.env.SITE_ORIGIN?.trim() ?? '') ?? undefined
}

/** The first page is written without its slash, as Next writes it in canonical links. */
const join = (path: string, origin: URL): string => (path === '/' ? origin.origin : new URL(path, origin).href)

/** An address for a static page: absolute once the origin is known, which it is wherever the site runs. */
export function absoluteBuilt(path: string): string {
  const origin = builtOrigin()
  return origin ? join(path, origin) : path
}

/** The origin of the running site, for what must be absolute: feed, sitemap, robots. Only for use at a request. */
export function siteOrigin(): string {
  return env().siteOrigin
}

/** An absolute address of a path of this site. */
export function absolute(path: string): string {
  return join(path, new URL(siteOrigin()))
}

/** Whether search engines may read the running site: not in beta, save on one's own machine, where none comes by. */
export function mayBeFound(): boolean {
  const { mode, deployment } = env()
  return mode !== 'beta' || deployment === 'local'
}
