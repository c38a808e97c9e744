import { pages, type PageEntry } from '@/lib/pages'
import { paths, tagMatter } from '@/lib/site'
import { author, pageNumber, postPage, posts, tagNamed } from '@/lib/content/posts'
import { therapist } from './therapists'

const entries: PageEntry[] = Object.values(pages)

function listOf(path: string): { list: string; n: number } | null {
  const [, list = path, number] = /^(.+)\/page\/([^/]+)$/.exec(path) ?? []
  if (number === undefined) return { list, n: 1 }
  const n = pageNumber(number)
  return n === null || n === 1 ? null : { list, n }
}

async function textOfList(path: string): Promise<string | null> {
  const asked = listOf(path)
  if (!asked) return null
  const { list, n } = asked
  if (list === paths.blog) return (await postPage(n)) && pages.blog.card
  const [, , kind, name = ''] = list.split('/')
  const tag = kind === 'tag' ? tagNamed(name) : null
  if (tag && list === paths.tag(tag)) return (await postPage(n, { tag })) && `Posts about ${tagMatter(tag)}`
  const by = kind === 'by' ? await author(name) : null
  if (by && list === paths.by(name)) return (await postPage(n, { author: name })) && `Posts by ${by.name}`
  return null
}

/** The text on the preview image of this path, or null if there is no such page. */
export async function shareImageText(path: string): Promise<string | null> {
  const entry = entries.find((each) => each.path === path)
  if (entry) return entry.card
  const [, folder, name = '', ...rest] = path.split('/')
  if (folder === 'therapist') return rest.length > 0 ? null : ((await therapist(name))?.name ?? null)
  if (folder !== 'blog') return null
  if (rest.length > 0) return textOfList(path)
  return (await posts()).find(({ slug }) => slug === name)?.title ?? null
}
