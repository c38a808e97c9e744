import { setTimeout as sleep } from 'node:timers/promises'
import { startNotionSite, type NotionSite } from '@/e2e/setup/notion-site'
import type { Fault } from './fault'

const post = '/blog/sample-how-a-post-gets-here'
const title = 'Sample: how a post gets here'
const newTitle = 'Sample: what was written meanwhile'
/** Everything that shows the post. */
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

async function read(site: NotionSite, path: string) {
  const response = await site.get(path)
  return { status: response.status, text: await response.text(), cache: response.headers.get('cache-control') ?? '' }
}

/** Every view must show the post; the sitemap has its address only. */
async function postProblems(site: NotionSite, when: string, expected = title): Promise<string[]> {
  const problems: string[] = []
  for (const path of views) {
    const { status, text } = await read(site, path)
    const shown = path === '/sitemap.xml' ? post : expected
    if (status !== 200 || !text.includes(shown)) problems.push(`${when}: ${path}: ${status} without "${shown}"`)
  }
  return problems
}

async function revalidate(site: NotionSite): Promise<number> {
  const response = await site.revalidate()
  await response.text()
  return response.status
}

/** Reads all views and revalidates, over and over. Revalidation must fail with 503. */
async function readFor(site: NotionSite, ms: number, when: string): Promise<string[]> {
  const problems: string[] = []
  const until = Date.now() + ms
  while (Date.now() < until) {
    const status = await revalidate(site)
    if (Date.now() < until && status !== 503) problems.push(`${when}: revalidation got ${status}`)
    problems.push(...(await postProblems(site, when)))
    await sleep(200)
  }
  return problems
}

/** Whether revalidation succeeds within a minute. */
async function isBack(site: NotionSite): Promise<boolean> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(250)) {
    if ((await revalidate(site)) === 200) return true
  }
  return false
}

/** Notion answers with Retry-After: the site must not call it before that time, and must call it afterwards. */
async function retryAfterProblems(site: NotionSite, status: number, seconds: number, log: (line: string) => void) {
  const when = `while Notion answers ${status}`
  await site.takeRequests()
  await site.fault({ status, retryAfter: seconds, times: 1_000_000 })
  const began = Date.now()
  await revalidate(site)
  const problems = await readFor(site, began + seconds * 1000 - Date.now(), when)
  // The last round may end after the deadline, when calls are allowed again, so the time of each call counts.
  const [first, ...others] = await site.takeRequests()
  const early = others.filter(({ at }) => first && at < first.at + seconds * 1000)
  log(`${status} with Retry-After: ${seconds}: ${early.length} calls before the deadline`)
  if (!first) problems.push(`${when}: it was not called at all`)
  if (early.length > 0) problems.push(`${when}: ${early.length} calls before the deadline`)
  await site.fault({ times: 0 })
  if (!(await isBack(site))) problems.push(`after ${status}, Notion was never called again`)
  return problems
}

/** A site that starts without Notion has no posts to show. It must say so, in responses that are not cached. */
async function coldStartProblems(site: NotionSite): Promise<string[]> {
  const when = 'after a start without Notion'
  const problems: string[] = []
  await site.stopSite()
  site.forget()
  await site.startSite()
  for (const path of views) {
    const { status, cache, text } = await read(site, path)
    if (status < 500) problems.push(`${when}: ${path}: ${status}`)
    if (/s-maxage|public|immutable/.test(cache)) problems.push(`${when}: ${path} may be cached (${cache})`)
    if (/Nothing has been published/i.test(text)) problems.push(`${when}: ${path} claims that there are no posts`)
  }
  for (const path of ['/', '/faq', '/contact']) {
    const { status } = await read(site, path)
    if (status !== 200) problems.push(`${when}: ${path}: ${status}`)
  }
  return problems
}

async function blogHealth(site: NotionSite): Promise<string> {
  const report = (await (await site.health()).json()) as { blog: string; status: string }
  return `${report.blog} ${report.status}`
}

export const notionDown: Fault = {
  name: 'notion-down',
  expects: 'while Notion is down or sends Retry-After, people see the last good posts, and Notion gets no early calls',
  async run(full, log) {
    const site = await startNotionSite()
    try {
      const problems = await postProblems(site, 'before')
      for (const status of [429, 529]) problems.push(...(await retryAfterProblems(site, status, full ? 20 : 4, log)))

      await site.stopVendors()
      problems.push(...(await readFor(site, full ? 30_000 : 1000, 'while Notion is down')))
      const down = await blogHealth(site)
      if (down !== 'down degraded') problems.push(`while Notion is down, health reports ${down}`)
      problems.push(...(await coldStartProblems(site)))

      await site.startVendors()
      await site.control('edit', { page: post.slice('/blog/'.length), title: newTitle })
      if (!(await isBack(site))) problems.push('Notion is back, but is never called again')
      problems.push(...(await postProblems(site, 'when Notion is back', newTitle)))
      const back = await blogHealth(site)
      if (!back.startsWith('ok')) problems.push(`when Notion is back, health reports ${back}`)
      return problems
    } finally {
      await site.stop()
    }
  },
}
