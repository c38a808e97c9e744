import { setTimeout as sleep } from 'node:timers/promises'
import { startNotionSite, type NotionSite } from '@/e2e/setup/notion-site'
import type { Fault } from './fault'

const post = '/blog/sample-how-a-post-gets-here'
const title = 'Sample: how a post gets here'
const newTitle = 'Sample: what was written meanwhile'
/** Everything that shows a post: list, post, tag, author, feeds, search and sitemap. */
const views = [
  '/blog',
  post,
  '/blog/tag/information',
  '/blog/by/unhurried',
  '/blog/rss.xml',
  '/blog/atom.xml',
  '/blog/feed.json',
  '/blog/search/1.json',
  '/sitemap.xml',
]
/** What a view says when it shows the post. */
const shows = (path: string) => (path === '/sitemap.xml' ? post : title)

type Ask = (path: string) => Promise<{ status: number; text: string; cache: string }>

const asker =
  (site: NotionSite): Ask =>
  async (path) => {
    const response = await site.get(path)
    const cache = response.headers.get('cache-control') ?? ''
    return { status: response.status, text: await response.text(), cache }
  }

/** What is not the last good post, view by view. */
async function unlike(ask: Ask, when: string): Promise<string[]> {
  const problems: string[] = []
  for (const path of views) {
    const { status, text } = await ask(path)
    if (status !== 200 || !text.includes(shows(path))) problems.push(`${when}: ${path} was ${status} without the post`)
  }
  return problems
}

/** Somebody asks for everything, and for a renewal, again and again for so long. */
async function readFor(site: NotionSite, ms: number, when: string): Promise<string[]> {
  const problems: string[] = []
  const until = Date.now() + ms
  while (Date.now() < until) {
    const renewed = await site.revalidate()
    await renewed.text()
    if (Date.now() < until && renewed.status !== 503) problems.push(`${when}: a renewal was answered ${renewed.status}`)
    problems.push(...(await unlike(asker(site), when)))
    await sleep(200)
  }
  return problems
}

/** Renews until it succeeds; false when that never comes. */
async function isBack(site: NotionSite): Promise<boolean> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(250)) {
    const renewed = await site.revalidate()
    await renewed.text()
    if (renewed.status === 200) return true
  }
  return false
}

/** Notion refuses, and names a time: nobody asks before it, and the post that was changed is seen after it. */
async function refusing(site: NotionSite, status: number, seconds: number, say: (line: string) => void) {
  const when = `while Notion answers ${status}`
  await site.asked()
  await site.fault({ status, retryAfter: seconds, times: 1_000_000 })
  const began = Date.now()
  await (await site.revalidate()).text()
  const problems = await readFor(site, began + seconds * 1000 - Date.now(), when)
  // The last round may end after the time that was named, where it may ask again: what counts is when Notion was asked.
  const [first, ...others] = await site.asked()
  const early = others.filter(({ at }) => first && at < first.at + seconds * 1000)
  say(`${status} with Retry-After: ${seconds} was asked ${early.length} times more before that was over`)
  if (!first) problems.push(`${when}: it was not asked at all`)
  if (early.length > 0) problems.push(`${when}: it was asked ${early.length} times before the time it had named`)
  await site.fault({ times: 0 })
  if (!(await isBack(site))) problems.push(`after ${status} Notion was never asked again`)
  return problems
}

/** A process that has never seen a post says that it cannot show them, and keeps none of these answers. */
async function startedBlind(site: NotionSite): Promise<string[]> {
  const problems: string[] = []
  await site.stopSite()
  site.forget()
  await site.startSite()
  const ask = asker(site)
  for (const path of views) {
    const { status, cache, text } = await ask(path)
    if (status < 500) problems.push(`started while Notion is down: ${path} was answered ${status}`)
    if (/s-maxage|public|immutable/.test(cache))
      problems.push(`started while Notion is down: ${path} may be kept (${cache})`)
    if (/Nothing has been published/i.test(text)) problems.push(`${path} says that there are no posts`)
  }
  for (const path of ['/', '/faq', '/contact']) {
    const { status } = await ask(path)
    if (status !== 200) problems.push(`started while Notion is down: ${path} was ${status}`)
  }
  return problems
}

async function blogHealth(site: NotionSite): Promise<string> {
  const report = (await (await site.health()).json()) as { blog: string; status: string }
  return `${report.blog} ${report.status}`
}

export const notionDown: Fault = {
  name: 'notion-down',
  holds: 'while Notion is down, or asks to be left alone, people see the last good posts, and it is left alone',
  async run(full, say) {
    const site = await startNotionSite()
    const ask = asker(site)
    try {
      const problems = await unlike(ask, 'before')
      for (const status of [429, 529]) problems.push(...(await refusing(site, status, full ? 20 : 4, say)))

      await site.stopVendors()
      problems.push(...(await readFor(site, full ? 30_000 : 1000, 'while Notion is down')))
      const down = await blogHealth(site)
      if (down !== 'down degraded') problems.push(`while Notion is down health says ${down}`)
      problems.push(...(await startedBlind(site)))

      await site.startVendors()
      await site.turn('edit', { page: post.slice('/blog/'.length), title: newTitle })
      if (!(await isBack(site))) problems.push('Notion is back, and is never asked again')
      for (const path of views) {
        const { status, text } = await ask(path)
        if (status !== 200 || !text.includes(path === '/sitemap.xml' ? post : newTitle))
          problems.push(`when Notion is back ${path} is ${status} without what was written meanwhile`)
      }
      const back = await blogHealth(site)
      if (!back.startsWith('ok')) problems.push(`when Notion is back health says ${back}`)
      return problems
    } finally {
      await site.stop()
    }
  },
}
