import { blogTags, paths } from '@/lib/site'
import { absolute } from './origin'
import { posts } from './posts'
import { therapistSlugs } from './therapists'

/** Pages that search engines may list; signing in, the profile and the thank-you page are not among them. */
const listed = [
  paths.home,
  paths.features,
  paths.protocol,
  paths.sessions,
  paths.blog,
  paths.faq,
  paths.about,
  paths.personal,
  paths.pricing,
  paths.contact,
  paths.privacy,
  paths.terms,
  paths.refund,
]

/** Every public page, with the day of the last change where it is known. */
export async function sitemapEntries(): Promise<{ url: string; lastModified?: string }[]> {
  const [written, therapists] = await Promise.all([posts(), therapistSlugs()])
  return [
    ...listed.map((path) => ({ url: absolute(path) })),
    ...therapists.map((slug) => ({ url: absolute(paths.therapist(slug)) })),
    ...blogTags
      .filter((tag) => written.some(({ tags }) => tags.includes(tag)))
      .map((tag) => ({ url: absolute(paths.tag(tag)) })),
    ...written.map((post) => ({ url: absolute(paths.post(post.slug)), lastModified: post.reviewed ?? post.written })),
  ]
}
