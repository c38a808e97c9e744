import { paths } from '@/lib/site'

/** Ids are without hyphens and in lower case. */
export type Workspace = {
  page: string
  blocks: ReadonlySet<string>
  /** Published posts by page id. */
  posts: ReadonlyMap<string, { slug: string; title: string }>
  /** Heading ids of other posts by block id. */
  headings: ReadonlyMap<string, string>
}

export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

const hex = '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}'
const endsInId = new RegExp(`(?:^|[^0-9a-f])(${hex})$`, 'i')
export const blockFragment = new RegExp(`#(${hex})(?![0-9a-f])`, 'gi')

/** Public pages there, such as help, have no id. */
const notionHost = /(?:^|\.)notion\.(?:so|com)$/
/** Everything there belongs to a workspace. */
const privateHost = /^(?:app|files?|img)\.notion\.(?:so|com)$|^prod-files-secure\.|(?:^|\.)notion-static\.com$/
const publishedHost = /\.notion\.site$/

function pageIdIn({ pathname, searchParams }: URL): string | null {
  const places = [searchParams.get('p') ?? '', ...pathname.split('/').toReversed()]
  const pageId = places.map((place) => endsInId.exec(place)?.[1]).find((id) => id !== undefined)
  return pageId === undefined ? null : plainId(pageId)
}

function parseWorkspaceLink(href: string): { id: string | null; block: string | null; isPublic: boolean } | null {
  const isRelative = !/^[a-z][a-z\d+.-]*:|^\/\//i.test(href)
  const url = URL.parse(href.trim(), 'https://www.notion.so')
  if (!url || !(notionHost.test(url.hostname) || privateHost.test(url.hostname) || publishedHost.test(url.hostname))) {
    return null
  }
  const id = pageIdIn(url)
  if (id === null && (isRelative || !privateHost.test(url.hostname))) return null
  const [, block] = new RegExp(`^#(${hex})$`, 'i').exec(url.hash) ?? []
  return { id, block: block ? plainId(block) : null, isPublic: publishedHost.test(url.hostname) }
}

/** Whether the link depends on other pages. */
export const isWorkspaceLink = (href: string): boolean => parseWorkspaceLink(href) !== null

/**
 * A link's address for readers: published posts have one here, other pages of the workspace have none.
 * @returns null if readers cannot open it
 */
export function readerAddress(href: string, workspace: Workspace | undefined): string | null {
  const link = parseWorkspaceLink(href)
  if (!link) return href
  const { id, block, isPublic } = link
  if (workspace && block !== null && id === workspace.page && workspace.blocks.has(block)) return `#${block}`
  const post = id === null ? undefined : workspace?.posts.get(id)
  if (!post) return isPublic ? href : null
  const heading = block === null ? undefined : workspace?.headings.get(block)
  return paths.post(post.slug) + (heading === undefined ? '' : `#${heading}`)
}

export const postAt = (address: string, workspace: Workspace | undefined) =>
  [...(workspace?.posts.values() ?? [])].find(({ slug }) => address.split('#', 1)[0] === paths.post(slug))
