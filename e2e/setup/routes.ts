import { readdirSync } from 'node:fs'
import { blogTags, paths, sampleTherapist } from '@/lib/site'

/** One post stands for all of them: the first file, so that a renamed post breaks no test. */
const [firstPost = ''] = readdirSync('content/posts')
  .filter((name) => name.endsWith('.md'))
  .toSorted()

/** The post that the tests open. */
export const samplePost = paths.post(firstPost.replace(/\.md$/, ''))

const [firstAuthor = ''] = readdirSync('content/authors').toSorted()

/** Whoever answers for the post that the tests open. */
export const sampleAuthor = paths.by(firstAuthor.replace(/\.md$/, ''))

/** Every page of the site: those with a fixed address, all tags, a post, who answers for it, and a therapist. */
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

/** An address that leads nowhere, whose answer is a page all the same. */
export const missing = '/nothing-here'

/** Every page that a person can see, the one for a wrong address included. */
export const everyPage: readonly string[] = [...routes, missing]

const [, ...alike] = blogTags

/** One page of each kind: the tags differ in nothing but their words and their posts. */
export const everyKind: readonly string[] = everyPage.filter((path) => !alike.some((tag) => path === paths.tag(tag)))
