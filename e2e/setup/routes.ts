import { readdirSync } from 'node:fs'
import { blogTags, paths, sampleTherapist } from '@/lib/site'
import { isFull } from '@/tests/setup/full'

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

/** All pages, the 404 page included. */
export const everyPage: readonly string[] = [...routes, missing]

const [, ...alike] = blogTags

/** One page of each kind: only one of the tags. */
export const everyKind: readonly string[] = everyPage.filter((path) => !alike.some((tag) => path === paths.tag(tag)))

const quickPages = new Set<string>([paths.home, samplePost, paths.auth, paths.pricing, paths.profile])

/** Tag of a test for this page: the quick run has one page of each kind. */
export const pageTag = (path: string): string => (quickPages.has(path) ? '' : ' @long')

/** Pages that tests loop over: one of each kind, or only the representative ones in a quick run. */
export const checkedKinds = isFull ? everyKind : everyKind.filter((path) => quickPages.has(path))

/** Every list, feed and search file that shows a post with the tag "services". */
export const postLists = [
  paths.blog,
  paths.tag('services'),
  paths.by('unhurried'),
  paths.feed,
  paths.atom,
  paths.jsonFeed,
  paths.tagFeed('services'),
  paths.searchPart(1),
]
