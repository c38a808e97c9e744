import { describe, expect, it } from 'vitest'
import { createDraft, postRecord } from '@/lib/content/record'
import { findRelated } from '@/lib/content/related'

const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const
const of = (slug: string, tags: string[], written: string, title = slug, keywords: string[] = []) =>
  createDraft(slug, slug, postRecord.parse({ title, description: 'D', tags, written, keywords }), {
    author,
    minutes: 1,
    version: null,
  }).summary

const all = [
  of('both', ['treatment', 'services'], '2026-01-01'),
  of('rare', ['services'], '2026-01-02'),
  of('near', ['treatment'], '2026-06-02'),
  of('far', ['treatment'], '2020-01-01'),
  of('here', ['treatment', 'services'], '2026-06-01'),
  of('other', ['motivation'], '2026-06-01'),
]
const here = all[4]!

describe('related posts', () => {
  it.each([
    [10, ['both', 'rare', 'near', 'far']],
    [2, ['both', 'rare']],
    [0, []],
  ])('at most %i: shared tags, then rare tags, then nearest in time', (count, slugs) =>
    expect(findRelated({ post: here, all, count }).map(({ slug }) => slug)).toEqual(slugs),
  )

  it('leave out posts that the page links to elsewhere', () =>
    expect(findRelated({ post: here, all, count: 2, excluded: ['both', 'near'] }).map(({ slug }) => slug)).toEqual([
      'rare',
      'far',
    ]))

  it('are empty if no post shares a tag', () =>
    expect(findRelated({ post: of('alone', ['challenges'], '2026-01-01'), all, count: 3 })).toEqual([]))

  it.each([
    ['phone', ['machines', 'listener']],
    ['machines', ['phone', 'listener']],
    ['child', ['genes', 'numbers']],
    ['genes', ['child', 'numbers']],
    ['trials', ['numbers', 'genes']],
  ])('of “%s” are about the same topics', (slug, slugs) => {
    const day = '2026-01-01'
    const list = [
      of('phone', ['challenges', 'services'], day, 'When phone calls are hard', ['telephone']),
      of('machines', ['challenges', 'services'], '2020-01-01', 'Machines that answer a phone call'),
      of('listener', ['challenges', 'services'], day, 'For the listener'),
      of('child', ['stuttering', 'information'], '2020-01-01', 'When a child starts', ['genes', 'parents']),
      of('genes', ['stuttering', 'information'], day, 'Genes are not a forecast', ['inherited', 'parents']),
      of('numbers', ['stuttering', 'information'], day, 'How many people', ['prevalence']),
      of('trials', ['information'], day, 'Reading trials', ['prevalence']),
      ...['a', 'b', 'c', 'd', 'e'].map((name) => of(name, ['posts'], day)),
    ]
    const post = list.find((one) => one.slug === slug)!
    expect(findRelated({ post, all: list, count: 2 }).map((one) => one.slug)).toEqual(slugs)
  })
})
