import { readdirSync } from 'node:fs'
import { blogTags, paths, sampleTherapist } from '@/lib/site'

/** The first file, so that renaming a post breaks no test. */
const [firstPost = ''] = readdirSync('content/posts')
  .filter((name) => name.endsWith('.md'))
  .toSorted()

export const samplePost = paths.post(firstPost.replace(/\.md$/, ''))

const [firstAuthor = ''] = readdirSync('content/authors').toSorted()

/** The author of that post. */
export const sampleAuthor = paths.by(firstAuthor.replace(/\.md$/, ''))

/** Every page of the site: fixed addresses, all tags, one post, its author and one therapist. */
export const routes: readonly string[] = [
  ...Object.values(paths).filter(
    (path): path is Exclude<typeof path, (...args: never) => unknown> =>
      typeof path === 'string' && !/\.\w+$/.test(path),
  ),
  ...blogTags.map((tag) => paths.tag(tag)),
  samplePost,
  sampleAuthor,
  paths.therapist(sampleTherapist),
]

/** An unknown address, which is answered by the 404 page. */
export const missing = '/nothing-here'

const [, ...alike] = blogTags

/** One page of each kind: only one of the tags, and the 404 page. */
export const everyKind: readonly string[] = [...routes, missing].filter(
  (path) => !alike.some((tag) => path === paths.tag(tag)),
)

/** Pages with controls of their own, which keyboard and hydration tests walk. */
export const busyPages: readonly string[] = [
  paths.home,
  paths.protocol,
  paths.sessions,
  paths.blog,
  paths.faq,
  paths.auth,
  paths.profile,
  paths.pricing,
  paths.contact,
  paths.toolCards,
  paths.toolScore,
  paths.toolCall,
  samplePost,
]
