import { pages, type PageEntry } from '@/lib/pages'
import { blogTags, paths } from '@/lib/site'
import { post } from './posts'
import { therapist } from './therapists'

const entries: PageEntry[] = Object.values(pages)

/** What the picture of a shared link to this path says, or null where there is no such page. */
export async function cardOf(path: string): Promise<string | null> {
  const entry = entries.find((each) => each.path === path)
  if (entry) return entry.card
  const [, folder, name = '', rest] = path.split('/')
  if (folder === 'therapist') return (await therapist(name))?.name ?? null
  if (folder !== 'blog') return null
  if (name === 'tag') return blogTags.some((tag) => paths.tag(tag) === path) ? `Posts on ${rest}` : null
  return rest === undefined ? ((await post(name))?.title ?? null) : null
}
