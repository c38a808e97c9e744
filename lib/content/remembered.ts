import { randomUUID } from 'node:crypto'
import { unstable_cache as cached } from 'next/cache'
import etag from 'etag'
import { LRUCache } from 'lru-cache'
import { freshFor, postsState } from './posts'
import { contentTag } from './tags'

/** A text that follows from the posts. */
export type Remembered = {
  text: string
  /** Weak: the same for the same text in every process, however it is compressed. */
  etag: string
  /** When this process first had this very text, in milliseconds. */
  changedAt: number
}

/** Three feeds of the blog and of each of its tags, and the sitemap. */
const most = 30

const memory = new LRUCache<string, { stamp: string; made: Promise<Remembered> }>({ max: most })

/**
 * Another word after each revalidation, and after a while without one: a body may change while the posts'
 * revision does not, where its source cannot tell at once.
 */
const round = cached(async () => randomUUID(), ['texts made of posts'], { tags: [contentTag], revalidate: freshFor })

async function renewed(make: () => Promise<string>, before?: Promise<Remembered>): Promise<Remembered> {
  const text = await make()
  const tag = etag(text, { weak: true })
  const last = await before
  return { text, etag: tag, changedAt: last?.etag === tag ? last.changedAt : Date.now() }
}

/**
 * A text, made once for each revision of the posts and looked up from then on.
 * @param key names the text, and whatever else it depends on
 * @throws what `make` threw, which is tried again at the next call
 */
export async function remembered(key: string, make: () => Promise<string>): Promise<Remembered> {
  const [{ revision }, now] = await Promise.all([postsState(), round()])
  const stamp = `${revision} ${now}`
  const before = memory.get(key)
  if (before?.stamp === stamp) return before.made
  const made = renewed(make, before?.made)
  memory.set(key, { stamp, made })
  made.catch(() => {
    if (memory.peek(key)?.made === made) memory.delete(key)
  })
  return made
}
