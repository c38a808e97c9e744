import type { BlogPosting, Organization, Person } from 'schema-dts'
import { JsonLd } from '@/components/ui/json-ld'
import type { PostSummary } from '@/lib/contract/content'
import { paths, siteName } from '@/lib/site'

const language = 'en-GB'

/** Longer headlines are cut off by those who show them. */
const headlineLength = 110

function headlineOf(title: string): string {
  if (title.length <= headlineLength) return title
  const cut = title.slice(0, headlineLength - 1)
  const space = cut.lastIndexOf(' ')
  return `${space > headlineLength / 2 ? cut.slice(0, space) : cut}…`
}

/** A path on the origin of a page's own address; a path stays one where that origin is not known. */
const beside = (page: string) => (path: string) => (URL.canParse(page) ? new URL(path, page).href : path)

/** The first page's address, without its slash, as that page writes it. */
const siteOf = (page: string) => (URL.canParse(page) ? new URL(page).origin : paths.home)

function authorOf({ slug, name, kind }: PostSummary['author'], page: string): Organization | Person {
  const about = { name, url: beside(page)(paths.by(slug)) }
  return kind === 'person' ? { '@type': 'Person', ...about } : { '@type': 'Organization', ...about }
}

function postingOf(post: PostSummary, page: string): Exclude<BlogPosting, string> {
  return {
    '@type': 'BlogPosting',
    headline: headlineOf(post.title),
    description: post.description,
    url: page,
    datePublished: post.written,
    dateModified: post.modified,
    author: authorOf(post.author, page),
    keywords: post.tags,
    inLanguage: language,
  }
}

const publisher = (page: string): Organization => ({
  '@type': 'Organization',
  '@id': `${siteOf(page)}#organization`,
  name: siteName,
  url: siteOf(page),
  logo: beside(page)('/app-icon/512.png'),
})

type PostDataProps = {
  post: PostSummary
  /** Absolute address of the post. */
  address: string
  /** Absolute address of the picture that a shared link to it shows. */
  picture: string
}

/** A post for programs: who wrote it, when, and that everybody may read it. */
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
        isPartOf: { '@type': 'Blog', '@id': `${beside(address)(paths.blog)}#blog` },
      }}
    />
  )
}

type BlogDataProps = {
  posts: readonly PostSummary[]
  description: string
  /** Absolute address of the blog. */
  address: string
}

/** The blog with the posts that its first page lists. */
export function BlogData({ posts, description, address }: BlogDataProps) {
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@type': 'Blog',
        '@id': `${address}#blog`,
        name: `${siteName}: the blog`,
        description,
        url: address,
        inLanguage: language,
        publisher: publisher(address),
        blogPost: posts.map((post) => postingOf(post, beside(address)(paths.post(post.slug)))),
      }}
    />
  )
}
