import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BlogData, PostData } from '@/components/blog/structured-data'
import type { PostSummary } from '@/lib/contract/content'
import { summary } from './sample-post'

const origin = 'https://unhurried.example'
const post = summary({
  tags: ['treatment', 'posts'],
  description: 'About it.',
  written: '2026-01-01',
  reviewed: '2026-02-01',
  modified: '2026-02-01',
})

const structuredData = () =>
  JSON.parse(document.querySelector('script')?.textContent ?? 'null') as Record<string, unknown>
const dataOf = (more: Partial<PostSummary> = {}, address = `${origin}/blog/a-post`) => {
  render(<PostData post={{ ...post, ...more }} address={address} picture={`${origin}/og/blog/a-post.png`} />)
  return structuredData()
}

describe('structured data of a post', () => {
  it('names author and date, and says that it is free', () => {
    expect(dataOf()).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: 'A post',
      description: 'About it.',
      datePublished: '2026-01-01T00:00:00.000Z',
      dateModified: '2026-02-01T00:00:00.000Z',
      author: { '@type': 'Organization', name: 'The Unhurried team', url: `${origin}/blog/by/unhurried` },
      publisher: { '@type': 'Organization', '@id': `${origin}#organization`, url: origin },
      image: { '@type': 'ImageObject', url: `${origin}/og/blog/a-post.png`, width: '1200', height: '630' },
      mainEntityOfPage: `${origin}/blog/a-post`,
      inLanguage: 'en-GB',
      keywords: ['treatment', 'posts'],
      timeRequired: 'PT4M',
      isAccessibleForFree: true,
    })
  })

  it('distinguishes people from organizations', () => {
    expect(dataOf({ author: { slug: 'ada', name: 'Ada', kind: 'person' } })).toMatchObject({
      author: { '@type': 'Person', name: 'Ada', url: `${origin}/blog/by/ada` },
    })
  })

  it('keeps paths if the origin is unknown', () => {
    expect(dataOf({}, '/blog/a-post')).toMatchObject({
      author: { url: '/blog/by/unhurried' },
      publisher: { '@id': '/#organization' },
    })
  })
})

it('lists the blog page’s posts as structured data', () => {
  render(<BlogData posts={[post]} description="All of it." address={`${origin}/blog`} />)
  expect(structuredData()).toMatchObject({
    '@type': 'Blog',
    url: `${origin}/blog`,
    blogPost: [{ '@type': 'BlogPosting', headline: 'A post', url: `${origin}/blog/a-post` }],
  })
})
