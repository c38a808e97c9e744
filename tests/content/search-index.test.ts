import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PlainPost, PostSummary } from '@/lib/contract/content'
import { buildSearchIndex, maxTextLength } from '@/lib/content/search-index'
import { blogTags, limits } from '@/lib/site'

const words =
  'people who stutter say that waiting helps and being finished for does not in a call at work or school'.split(' ')

/** Pseudo-random text of this length. */
const text = (seed: number, length: number) =>
  Array.from({ length }, (_, place) => words[(seed * 7 + place * (1 + (seed % 13))) % words.length])
    .join(' ')
    .slice(0, length)

/** Created once and reused. */
const titles = Array.from({ length: 50 }, (_, n) => text(n, 60))
const keywords = Array.from({ length: 50 }, (_, n) => text(n + 9, 90).split(' '))
const descriptions = Array.from({ length: 50 }, (_, n) => text(n + 5, 160))

const fake = (n: number): PostSummary => ({
  slug: `post-${n}`,
  title: titles[n % 50] ?? '',
  description: descriptions[n % 50] ?? '',
  tags: [blogTags[n % 8] ?? '', blogTags[(n + 3) % 8] ?? ''],
  keywords: keywords[n % 50],
  author: { slug: 'unhurried', name: 'Unhurried', kind: 'organization' },
  written: '2026-11-01',
  reviewed: '2026-11-02',
  modified: '2026-11-03',
  minutes: 4,
})
const listOf = (length: number) => Array.from({ length }, (_, n) => fake(n))

const indexOf = (all: readonly PostSummary[], plain: PlainPost | null = null) =>
  buildSearchIndex(all, () => Promise.resolve(plain))

describe('the index', () => {
  it('contains only searched or shown fields', async () => {
    const plain = { headings: 'One · Two', text: 'All of it.' }
    expect(await indexOf([{ ...fake(0), lang: 'fr' }], plain)).toEqual({
      total: 1,
      posts: [
        {
          slug: 'post-0',
          title: titles[0],
          description: descriptions[0],
          tags: [blogTags[0], blogTags[3]],
          written: '2026-11-01',
          minutes: 4,
          keywords: text(9, 90),
          headings: 'One · Two',
          text: 'All of it.',
          lang: 'fr',
        },
      ],
    })
  })

  it('has the newest posts, and is as small for 10,000 as for 500', async () => {
    const index = await indexOf(listOf(10_000))
    expect([index.total, index.posts.length]).toEqual([10_000, limits.searchPosts])
    expect(gzipSync(JSON.stringify(index)).length).toBeLessThan(60_000)
  })

  it('includes the newest posts’ texts, as far as they fit', async () => {
    const length = maxTextLength / 4 - 1
    const slugs: string[] = []
    const index = await buildSearchIndex(listOf(10), async ({ slug }) => {
      slugs.push(slug)
      return slug === 'post-1' ? null : { headings: '', text: 'x'.repeat(length) }
    })
    expect(index.posts.map((post) => post.text.length)).toEqual([length, 0, length, length, length, 4, 0, 0, 0, 0])
    expect(slugs).toHaveLength(6)
  })
})
