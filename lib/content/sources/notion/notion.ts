import {
  type BlockObjectResponse,
  collectAllDataSourceRows,
  collectPaginatedAPI,
  isFullBlock,
  isFullPage,
  isHTTPResponseError,
  type PageObjectResponse,
  type QueryDataSourceResponse,
} from '@notionhq/client'
import type { Author } from '@/lib/contract/content'
import { isPublished } from '@/lib/content/post-cache'
import { readAuthors, type Draft, type PostSource, type SourceBody } from '@/lib/content/record'
import { minutesFor, renderTree } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'
import { type Block, typesWithoutChildren, blocksToTree } from './blocks'
import { findDataSource, type Notion, type NotionEnv, getNotion } from './client'
import { readPictures } from './pictures'
import { parsePage, propertyProblems } from './properties'
import { blockFragment, isWorkspaceLink, plainId, type Workspace } from './workspace-links'

/** Levels of nesting, blocks per page, and milliseconds until no further call starts. */
const limits = { depth: 10, blocks: 3000, time: 40_000 }

/** `borrowed`: contains a synced copy, which changes with its original. */
type PageBlocks = { blocks: Block[]; broken: number; borrowed: boolean }

function sourceIdOf(block: BlockObjectResponse): string {
  return (block.type === 'synced_block' && block.synced_block?.synced_from?.block_id) || block.id
}

const isRefused = (error: unknown) => isHTTPResponseError(error) && [400, 403, 404].includes(error.status)

/**
 * All blocks of a page. Refused blocks are counted as broken and left out.
 * @throws if the page is refused or Notion does not answer
 */
export async function readPageBlocks({ client }: Notion, page: string): Promise<PageBlocks> {
  const deadline = Date.now() + limits.time
  let remaining = limits.blocks
  let broken = 0
  let borrowed = false
  const reportLeftOut = (block: string, reason: string) => report('notion blocks left out', { page, block, reason })

  async function listChildren(id: string) {
    if (Date.now() > deadline) throw new Error(`Notion took longer than ${limits.time / 1000} s for one page.`)
    return collectPaginatedAPI(client.blocks.children.list, { block_id: id, page_size: 100 })
  }

  async function readChildren(block: BlockObjectResponse, depth: number): Promise<Block[]> {
    if (!block.has_children || typesWithoutChildren.has(block.type)) return []
    if (depth >= limits.depth) {
      reportLeftOut(block.id, `nested deeper than ${limits.depth} levels`)
      return []
    }
    const sourceId = sourceIdOf(block)
    borrowed ||= sourceId !== block.id
    try {
      return await readBlocks(sourceId, depth)
    } catch (error) {
      if (!isRefused(error)) throw error
      broken += 1
      reportLeftOut(block.id, reasonOf(error))
      return []
    }
  }

  async function readBlocks(id: string, depth: number): Promise<Block[]> {
    const all = await listChildren(id)
    const withinLimit = all.slice(0, remaining)
    remaining -= withinLimit.length
    if (withinLimit.length < all.length) reportLeftOut(id, `more than ${limits.blocks} blocks`)
    const full = withinLimit.filter((block): block is BlockObjectResponse => isFullBlock(block) && !block.in_trash)
    const partial = withinLimit.filter((block) => !isFullBlock(block))
    broken += partial.length
    for (const { id: block } of partial) reportLeftOut(block, 'Notion returned only its id')
    return Promise.all(full.map(async (block) => ({ block, children: await readChildren(block, depth + 1) })))
  }

  const blocks = await readBlocks(page, 0)
  return { blocks, broken, borrowed }
}

/** Milliseconds for which readers share one body. Each reading of the list drops it. */
const sharedBodyMs = 10_000

type Posts = Workspace['posts']

const idsOf = (blocks: Block[]): string[] =>
  blocks.flatMap(({ block, children }) => [plainId(block.id), ...idsOf(children)])

/** All addresses in the blocks, and all pages mentioned. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => addressesIn(each))
  // File URLs change with each request.
  if (typeof value !== 'object' || value === null || 'expiry_time' in value) return []
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' && /^(?:href|url)$/.test(name) ? [each] : addressesIn(each),
  )
}

const hasPageLinks = (blocks: Block[]): boolean =>
  blocks.some(({ block, children }) => block.type === 'link_to_page' || hasPageLinks(children))

const maxLinkedHeadings = 20

/** Ids of linked headings of other posts. If a block is refused, the link leads to its post. */
async function readLinkedHeadings({ client }: Notion, addresses: string[], pageBlockIds: ReadonlySet<string>) {
  const ids = new Set(
    addresses.flatMap((address) => [...address.matchAll(blockFragment)].map(([, id]) => plainId(id ?? ''))),
  )
  const headings = new Map<string, string>()
  for (const id of [...ids].filter((each) => !pageBlockIds.has(each)).slice(0, maxLinkedHeadings)) {
    try {
      const block = await client.blocks.retrieve({ block_id: id })
      if (!isFullBlock(block) || !block.type.startsWith('heading_')) continue
      const tree = blocksToTree([{ block, children: [] }], {
        pictures: new Map(),
        reportSkipped() {},
        reportMissing() {},
        reportBroken() {},
      })
      const [heading] = (await renderTree(tree)).contents
      if (heading) headings.set(id, heading.id)
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  return headings
}

async function renderBody(notion: Notion, { key, record }: Draft, posts: Posts): Promise<SourceBody> {
  const { blocks, broken, borrowed } = await readPageBlocks(notion, key)
  const addresses = addressesIn(blocks)
  const pageBlockIds = new Set(idsOf(blocks))
  const headings = await readLinkedHeadings(notion, addresses, pageBlockIds)
  const { pictures, files, broken: brokenPictures } = await readPictures(notion, key, blocks)
  let brokenCount = broken + brokenPictures
  const tree = blocksToTree(blocks, {
    pictures,
    workspace: { page: plainId(key), blocks: pageBlockIds, posts, headings },
    reportSkipped: (type, name) => report('notion block skipped', { page: key, type, name }),
    reportMissing: (type, missing) => report('notion block lacks something', { page: key, type, missing }),
    reportBroken(type, error) {
      brokenCount += 1
      report('notion block left out', { page: key, type, reason: reasonOf(error) })
    },
  })
  const answerText = record.answer ?? null
  // Plain text, not Markdown.
  if (answerText !== null) tree.children.unshift({ type: 'paragraph', children: [{ type: 'text', value: answerText }] })
  const { html, contents, answer, text, words } = await renderTree(tree, answerText !== null, { lang: record.lang })
  // Such a link changes when its page is published or withdrawn.
  const hasWorkspaceLinks = addresses.some(isWorkspaceLink) || hasPageLinks(blocks)
  return {
    html,
    contents,
    answer,
    text,
    minutes: minutesFor(words),
    files,
    broken: brokenCount,
    borrowed: borrowed || hasWorkspaceLinks,
  }
}

type Row = QueryDataSourceResponse['results'][number]

/** Once per problem, because the pages of a database have the same properties. */
function reportProperties(rows: readonly Row[]): void {
  const pages = rows.filter(
    (row): row is PageObjectResponse => row.object === 'page' && isFullPage(row) && !isDeleted(row),
  )
  const problems = new Map(pages.toReversed().flatMap((page) => propertyProblems(page).map((each) => [each, page.id])))
  for (const [property, page] of problems) report('notion property not read', { property, page })
}

/** The field's name differs between API versions. */
function isDeleted(row: Row): boolean {
  const { in_trash: inTrash, archived, is_archived: isArchived } = row as Partial<PageObjectResponse>
  return Boolean(inTrash || archived || isArchived)
}

/** Null, and logged, if the row is invalid, so that other pages stay. */
export function parseRow(row: Row, authors: ReadonlyMap<string, Author>, now = Date.now()): Draft | null {
  if (isDeleted(row)) return null
  const rejectRow = (reasons: string[]) => {
    report('notion page left out', { page: row.id, reason: reasons.join('; ') })
    return null
  }
  try {
    if (row.object !== 'page' || !isFullPage(row)) return rejectRow([`expected a whole page, found ${row.object}`])
    const draft = parsePage(row, authors, now)
    return Array.isArray(draft) ? rejectRow(draft) : draft
  } catch (error) {
    return rejectRow([reasonOf(error)])
  }
}

/** Posts of a Notion data source. content/README.md lists the properties. */
export function notionSource(settings: NotionEnv, notion = getNotion(settings)): PostSource {
  const { client } = notion
  let dataSource: string | null = null
  let posts: Posts = new Map()
  const recentBodies = new Map<string, Promise<SourceBody>>()

  return {
    mayBeEmpty: false,
    async readDrafts() {
      recentBodies.clear()
      try {
        dataSource ??= await findDataSource(client, settings.databaseId)
        const authorsBySlug = await readAuthors()
        const rows = await collectAllDataSourceRows(client, { data_source_id: dataSource, page_size: 100 })
        reportProperties(rows)
        const drafts = rows.flatMap((row) => parseRow(row, authorsBySlug) ?? [])
        const today = new Date().toISOString().slice(0, 10)
        const published = drafts.filter((draft) => isPublished(draft, today))
        posts = new Map(published.map(({ key, summary }) => [plainId(key), summary]))
        return drafts
      } catch (error) {
        // The database may have a new data source.
        if (isHTTPResponseError(error) && error.status === 404) dataSource = null
        throw error
      }
    },
    readBody(draft) {
      const recent = recentBodies.get(draft.key)
      if (recent) return recent
      const bodyPromise = renderBody(notion, draft, posts)
      recentBodies.set(draft.key, bodyPromise)
      const forget = () => {
        if (recentBodies.get(draft.key) === bodyPromise) recentBodies.delete(draft.key)
      }
      bodyPromise.then(
        () => setTimeout(forget, sharedBodyMs).unref(),
        () => forget(),
      )
      return bodyPromise
    },
  }
}
