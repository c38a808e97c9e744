import { useLocale, useTranslations } from 'next-intl'
import type { BlogPosting, Organization, Person } from 'schema-dts'
import { JsonLd } from '@/components/ui/inline'
import { instantOf } from '@/lib/contract/format'
import type { PostSummary } from '@/lib/contract/content'
import { defaultLocale, langOf, localPath } from '@/lib/locales'
import { paths, siteName } from '@/lib/site'

/** Resolves a path on the page's origin; it stays a path if the origin is unknown. */
const resolveFrom = (page: string) => (path: string) => (URL.canParse(page) ? new URL(path, page).href : path)

/** As the home page writes it: without a slash. */
const siteOf = (page: string) => (URL.canParse(page) ? new URL(page).origin : paths.home)

function authorOf({ author, locale = defaultLocale }: PostSummary, page: string): Organization | Person {
  const { slug, name, kind } = author
  const about = { name, url: resolveFrom(page)(localPath(paths.by(slug), locale)) }
  return kind === 'person' ? { '@type': 'Person', ...about } : { '@type': 'Organization', ...about }
}

function postingOf(post: PostSummary, page: string): Exclude<BlogPosting, string> {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    url: page,
    datePublished: instantOf(post.written),
    dateModified: instantOf(post.modified),
    author: authorOf(post, page),
    keywords: post.tags,
    inLanguage: post.lang ?? langOf(post.locale ?? defaultLocale),
  }
}

const publisher = (page: string): Organization => ({
  '@type': 'Organization',
  '@id': `${siteOf(page)}#organization`,
  name: siteName,
  url: siteOf(page),
  logo: resolveFrom(page)('/app-icon/512.png'),
})

type PostDataProps = {
  post: PostSummary
  address: string
  picture: string
}

export function PostData({ post, address, picture }: PostDataProps) {
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        ...postingOf(post, address),
        '@id': `${address}#post`,
        mainEntityOfPage: address,
        image: { '@type': 'ImageObject', url: picture, width: '1200', height: '630' },
        publisher: publisher(address),
        isAccessibleForFree: true,
        ...(post.minutes !== null && { timeRequired: `PT${post.minutes}M` }),
        isPartOf: {
          '@type': 'Blog',
          '@id': `${resolveFrom(address)(localPath(paths.blog, post.locale ?? defaultLocale))}#blog`,
        },
      }}
    />
  )
}

type BlogDataProps = {
  posts: readonly PostSummary[]
  description: string
  address: string
}

export function BlogData({ posts, description, address }: BlogDataProps) {
  const locale = useLocale()
  const name = useTranslations('feeds')('title', { site: siteName })
  const addressOf = ({ slug, locale = defaultLocale }: PostSummary) =>
    resolveFrom(address)(localPath(paths.post(slug), locale))
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'Blog',
        '@id': `${address}#blog`,
        name,
        description,
        url: address,
        inLanguage: langOf(locale),
        publisher: publisher(address),
        blogPost: posts.map((post) => postingOf(post, addressOf(post))),
      }}
    />
  )
}
