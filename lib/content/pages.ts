import { pages, type PageEntry } from '@/lib/pages'
import { blogTags, paths } from '@/lib/site'
import { absolute } from './origin'
import { posts } from './posts'
import { therapistSlugs } from './therapists'

const fixed: PageEntry[] = Object.values(pages)

/** Every public page, with the day of the last change where it is known. */
export async function sitemapEntries(): Promise<{ url: string; lastModified?: string }[]> {
  const [written, therapists] = await Promise.all([posts(), therapistSlugs()])
  return [
    ...fixed.filter(({ index }) => index !== false).map(({ path }) => ({ url: absolute(path) })),
    ...therapists.map((slug) => ({ url: absolute(paths.therapist(slug)) })),
    ...blogTags
      .filter((tag) => written.some(({ tags }) => tags.includes(tag)))
      .map((tag) => ({ url: absolute(paths.tag(tag)) })),
    ...written.map((post) => ({ url: absolute(paths.post(post.slug)), lastModified: post.reviewed ?? post.written })),
  ]
}
