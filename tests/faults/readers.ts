/** What readers get of the blog from several processes, and what a publisher does. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site'

type Read = { status: number; text: string; ms: number }

const answerMs = 20_000

/** A page as a reader gets it; status 0 where nothing came. */
export async function read(site: Site, path: string): Promise<Read> {
  const began = performance.now()
  try {
    const response = await fetch(site.url + path, { signal: AbortSignal.timeout(answerMs) })
    const text = await response.text()
    return { status: response.status, text, ms: performance.now() - began }
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - began }
  }
}

/** Every kind of address that shows a post with this tag: pages, a part of the search index, feeds and the sitemap. */
export const addressesOf = (slug: string, tag: string) => [
  '/blog',
  `/blog/tag/${tag}`,
  `/blog/${slug}`,
  '/blog/search/1.json',
  '/blog/rss.xml',
  '/blog/atom.xml',
  '/blog/feed.json',
  `/blog/tag/${tag}/rss.xml`,
  '/sitemap.xml',
]

/** Says to one process that something was published, as whoever publishes does; throws where it is refused. */
export async function publishAt(site: Site): Promise<void> {
  const response = await fetch(`${site.url}/api/revalidate`, {
    method: 'POST',
    headers: { 'x-revalidate-secret': 'revalidate-secret' },
    signal: AbortSignal.timeout(answerMs),
  })
  if (response.status !== 200) throw new Error(`The publisher was answered ${response.status} ${await response.text()}`)
}

/**
 * Asks each address once of each process, in this order.
 * @param isThere whether the post is published: then each address shows it, and else none does
 * @returns where it is otherwise
 */
export async function looked(sites: readonly Site[], paths: string[], slug: string, isThere = true): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) {
    for (const [place, site] of sites.entries()) {
      const { status, text } = await read(site, path)
      // The page that says that there is none names the address.
      const isRight = path.endsWith(`/${slug}`)
        ? status === (isThere ? 200 : 404)
        : status === 200 && text.includes(slug) === isThere
      if (isRight) continue
      problems.push(
        `${path} was ${status} at process ${place + 1} of those asked, ${isThere ? 'without' : 'with'} ${slug}`,
      )
    }
  }
  return problems
}

/** Where both processes do not say the very same. */
export async function differences([one, other]: readonly [Site, Site], paths: string[]): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) {
    const [here, there] = [await read(one, path), await read(other, path)]
    if (here.status !== there.status || here.text !== there.text)
      problems.push(
        `${path} was ${here.status} at one process and ${there.status} at the other, or said something else`,
      )
  }
  return problems
}

/**
 * Looks again and again until nothing is wrong.
 * @returns how long that took, in milliseconds, and what was still wrong in the end
 */
export async function until(ms: number, look: () => Promise<string[]>): Promise<{ ms: number; problems: string[] }> {
  const began = performance.now()
  for (;;) {
    const problems = await look()
    const took = performance.now() - began
    if (problems.length === 0 || took > ms) return { ms: Math.round(took), problems }
    await sleep(100)
  }
}
