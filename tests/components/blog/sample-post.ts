import type { Post, PostSummary } from '@/lib/contract/content'

/** A post's summary with the given fields. */
export const summary = (of: Partial<PostSummary> = {}): PostSummary => ({
  slug: 'a-post',
  title: 'A post',
  description: 'What it says.',
  tags: ['stuttering', 'other-disorders'],
  author: { slug: 'unhurried', name: 'The Unhurried team', kind: 'organization' },
  written: '2026-06-02',
  reviewed: '2026-11-21',
  modified: '2026-11-21',
  minutes: 4,
  ...of,
})

/** A post with one paragraph. */
export const samplePost = (of: Partial<Post> = {}): Post => ({
  ...summary(),
  answer: 'In <em>short</em>.',
  html: '<p>The text.</p>',
  contents: [],
  codeInjectionFooter: null,
  runsFooter: false,
  ...of,
})
