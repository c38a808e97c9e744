import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PlainPost, PostSummary } from '@/lib/contract/content'
import {
  maxKeywordLength,
  parsePartNumber,
  buildSearchPart as partWith,
  maxTextLength,
} from '@/lib/content/search/search-index'
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

const searchPart = (all: readonly PostSummary[], n: number, plain: PlainPost | null = null) =>
  partWith(all, n, () => Promise.resolve(plain))

describe('a part of the index', () => {
  it('contains only searched or shown fields', async () => {
    const plain = { headings: 'One · Two', text: 'All of it.' }
    expect(await searchPart([{ ...fake(0), lang: 'fr' }], 1, plain)).toEqual({
      part: 1,
      parts: 1,
      total: 1,
      posts: [
        [
          'post-0',
          titles[0],
          descriptions[0],
          [blogTags[0], blogTags[3]],
          '2026-11-01',
          4,
          text(9, 90),
          'One · Two',
          'All of it.',
          'fr',
        ],
      ],
    })
  })

  it.each([
    [0, 1, [1, 0]],
    [0, 2, null],
    [1, 1, [1, 1]],
    [limits.searchPosts, 1, [1, limits.searchPosts]],
    [limits.searchPosts, 2, null],
    [limits.searchPosts + 1, 1, [2, limits.searchPosts]],
    [limits.searchPosts + 1, 2, [2, 1]],
    [10_000, 20, [20, limits.searchPosts]],
    [10_000, 21, null],
    [10_000, 0, null],
  ])('of %i posts, part %i', async (total, n, expected) => {
    const part = await searchPart(listOf(total), n)
    expect(part && [part.parts, part.posts.length]).toEqual(expected)
  })

  it('contains each post once, in list order', async () => {
    const all = listOf(1_234)
    const parts = await Promise.all([1, 2, 3].map((n) => searchPart(all, n)))
    const slugs = parts.flatMap((part) => part?.posts.map(([slug]) => slug))
    expect(slugs).toEqual(all.map(({ slug }) => slug))
  })

  it('is as small for 10,000 posts as for 500', async () => {
    const made = async (total: number) => JSON.stringify(await searchPart(listOf(total), 1))
    const [large, small] = [await made(10_000), await made(500)]
    expect(Math.abs(large.length - small.length)).toBeLessThan(10)
    expect(large.length).toBeLessThan(210_000)
    expect(gzipSync(large).length).toBeLessThan(60_000)
  })

  it('includes the newest posts’ texts, as far as they fit', async () => {
    const length = maxTextLength / 4 - 1
    const slugs: string[] = []
    const part = await partWith(listOf(10), 1, async (slug) => {
      slugs.push(slug)
      return slug === 'post-1' ? null : { headings: '', text: 'x'.repeat(length) }
    })
    expect(part?.posts.map((row) => row[8].length)).toEqual([length, 0, length, length, length, 4, 0, 0, 0, 0])
    expect(slugs).toHaveLength(6)
  })

  it('stays within limits with the longest titles and descriptions', async () => {
    const long = listOf(10_000).map((post) => ({
      ...post,
      title: 'x'.repeat(120),
      description: 'y'.repeat(300),
      keywords: Array.from({ length: 12 }, () => 'z'.repeat(40)),
    }))
    expect(JSON.stringify(await searchPart(long, 1)).length).toBeLessThan(430_000)
  })

  it.each([
    ['as the post has them', ['DAF', '50%'], 'DAF 50%'],
    ['none if the post has none', undefined, ''],
    [
      'whole keywords, as far as they fit',
      ['a'.repeat(maxKeywordLength - 2), 'b', 'c'],
      `${'a'.repeat(maxKeywordLength - 2)} b`,
    ],
  ])('has keywords: %s', async (_what, keywords, expected) => {
    expect((await searchPart([{ ...fake(1), keywords }], 1))?.posts[0]?.[6]).toBe(expected)
  })
})

it.each([
  ['1.json', 1],
  ['20.json', 20],
  ['0.json', null],
  ['01.json', null],
  ['-1.json', null],
  ['1.5.json', null],
  ['1e1.json', null],
  ['99999999.json', null],
  ['1', null],
  ['1.json.json', null],
  ['1.JSON', null],
  [' 1.json', null],
  ['１.json', null],
  ['%00.json', null],
  ['.json', null],
  ['', null],
])('reads “%s” as part %s', (file, n) => expect(parsePartNumber(file)).toBe(n))
