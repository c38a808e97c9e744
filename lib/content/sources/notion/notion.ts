import {
  type BlockObjectResponse,
  type PageObjectResponse,
  type QueryDataSourceResponse,
  collectAllDataSourceRows,
  collectPaginatedAPI,
  isFullBlock,
  isFullPage,
  isHTTPResponseError,
} from '@notionhq/client'
import {
  type Authors,
  type Draft,
  type PostSource,
  type SourceBody,
  createDraft,
  findAuthor,
  isPublished,
  localeOf,
  postRecord,
  readAuthorsByLocale,
  slug,
  textLocale,
} from '@/lib/content/record'
import { renderTree } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/content-files'
import { type Block, blocksToTree, typesWithoutChildren } from './blocks'
import { type Notion, type NotionEnv, findDataSource, getNotion, readPictures } from './client'
import { type Context, type Posts, plainId, plainTextOf } from './rich-text'

/** Blocks per page, and milliseconds until no further call starts. */
const limits = { blocks: 3000, time: 40_000 }

function sourceIdOf(block: BlockObjectResponse): string {
  return (block.type === 'synced_block' && block.synced_block?.synced_from?.block_id) || block.id
}

const isRefused = (error: unknown) => isHTTPResponseError(error) && [400, 403, 404].includes(error.status)

/** Refused blocks are counted as broken and left out. */
async function readPageBlocks({ client }: Notion, context: Context): Promise<Block[]> {
  const { page } = context
  const deadline = Date.now() + limits.time
  let remaining = limits.blocks
  const reportLeftOut = (block: string, reason: string) => report('notion blocks left out', { page, block, reason })

  async function listChildren(id: string) {
    if (Date.now() > deadline) throw new Error(`Notion took longer than ${limits.time / 1000} s for one page.`)
    return collectPaginatedAPI(client.blocks.children.list, { block_id: id, page_size: 100 })
  }

  async function readChildren(block: BlockObjectResponse): Promise<Block[]> {
    if (!block.has_children || typesWithoutChildren.has(block.type)) return []
    const sourceId = sourceIdOf(block)
    // A synced copy changes with its original.
    context.dependsOnOthers ||= sourceId !== block.id
    try {
      return await readBlocks(sourceId)
    } catch (error) {
      if (!isRefused(error)) throw error
      context.broken += 1
      reportLeftOut(block.id, reasonOf(error))
      return []
    }
  }

  async function readBlocks(id: string): Promise<Block[]> {
    const all = await listChildren(id)
    const withinLimit = all.slice(0, remaining)
    remaining -= withinLimit.length
    if (withinLimit.length < all.length) reportLeftOut(id, `more than ${limits.blocks} blocks`)
    const full = withinLimit.filter((block): block is BlockObjectResponse => isFullBlock(block) && !block.in_trash)
    const partial = withinLimit.filter((block) => !isFullBlock(block))
    context.broken += partial.length
    for (const { id: block } of partial) reportLeftOut(block, 'Notion returned only its id')
    return Promise.all(full.map(async (block) => ({ block, children: await readChildren(block) })))
  }

  return readBlocks(page)
}

async function renderBody(notion: Notion, { key, record }: Draft, posts: Posts): Promise<SourceBody> {
  const context: Context = {
    page: key,
    locale: textLocale(record),
    posts,
    pictures: new Map(),
    broken: 0,
    dependsOnOthers: false,
  }
  const blocks = await readPageBlocks(notion, context)
  const files = await readPictures(notion, blocks, context)
  const tree = blocksToTree(blocks, context)
  const { answer } = record
  // Plain text, not Markdown.
  if (answer !== null) tree.children.unshift({ type: 'paragraph', children: [{ type: 'text', value: answer }] })
  const rendered = await renderTree(tree, answer !== null, context.locale)
  const { broken, dependsOnOthers } = context
  return { ...rendered, files, broken, dependsOnOthers }
}

type Row = QueryDataSourceResponse['results'][number]

/** The field's name differs between API versions. */
function isDeleted(row: Row): boolean {
  const { in_trash: inTrash, archived, is_archived: isArchived } = row as Partial<PageObjectResponse>
  return Boolean(inTrash || archived || isArchived)
}

/** Null, and logged, if the row is invalid, so that other pages stay. */
export function parseRow(row: Row, authors: Authors, now = Date.now()): Draft | null {
  if (isDeleted(row)) return null
  try {
    if (row.object !== 'page' || !isFullPage(row)) throw new Error(`expected a whole page, found ${row.object}`)
    return parsePage(row, authors, now)
  } catch (error) {
    report('notion page left out', { page: row.id, reason: reasonOf(error) })
    return null
  }
}

/** Posts of a Notion data source. content/README.md lists the properties. */
export function notionSource(settings: NotionEnv, notion = getNotion(settings)): PostSource {
  const { client } = notion
  let dataSource: string | null = null
  let posts: Posts = new Map()

  return {
    mayBeEmpty: false,
    async readDrafts() {
      try {
        dataSource ??= await findDataSource(client, settings.databaseId)
        const authors = await readAuthorsByLocale()
        const rows = await collectAllDataSourceRows(client, { data_source_id: dataSource, page_size: 100 })
        const drafts = rows.flatMap((row) => parseRow(row, authors) ?? [])
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
    readBody: (draft) => renderBody(notion, draft, posts),
  }
}

type Property = PageObjectResponse['properties'][string]

/** Notion rounds edit times to the minute. Until an edit is this old (ms), its text is read each time. */
const settleMs = 2 * 60_000

const dayOf = (start: string) => (start.length > 10 ? new Date(start).toISOString() : start).slice(0, 10)

function valueOf(property: Property | undefined): string | string[] | boolean | undefined {
  switch (property?.type) {
    case 'title':
      return plainTextOf(property.title) || undefined
    case 'rich_text':
      return plainTextOf(property.rich_text) || undefined
    case 'select':
      return property.select?.name
    case 'status':
      return property.status?.name
    case 'multi_select':
      return property.multi_select.map(({ name }) => name)
    case 'date':
      return property.date ? dayOf(property.date.start) : undefined
    case 'checkbox':
      return property.checkbox
    default:
      return undefined
  }
}

const trimmed = (value: ReturnType<typeof valueOf>) => (typeof value === 'string' ? value.trim() : value)

const listOf = (value: ReturnType<typeof valueOf>) =>
  typeof value === 'string'
    ? value
        .split(/[,;\n]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : value

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

function parsePage(page: PageObjectResponse, authors: Authors, now: number): Draft {
  const values = new Map(Object.entries(page.properties).map(([name, property]) => [plainName(name), property]))
  const value = (name: string) => valueOf(values.get(name))
  // A translation has the address of its original.
  const name = slug.safeParse(trimmed(value('translationof') ?? value('slug')))
  const record = postRecord.safeParse({
    title: valueOf(Object.values(page.properties).find(({ type }) => type === 'title')),
    description: value('description'),
    tags: value('tags'),
    keywords: listOf(value('keywords')),
    written: value('written') ?? value('date'),
    reviewed: value('reviewed'),
    author: value('author'),
    lang: value('language') ?? value('lang'),
    translationOf: trimmed(value('translationof')),
    answer: value('answer'),
    draft: value('published') !== true,
    codeInjectionFooter: value('codeinjectionfooter'),
  })
  if (!name.success || !record.success) {
    const problems = [
      ...(name.error?.issues ?? []).map(({ message }) => `slug: ${message}`),
      ...(record.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ]
    throw new Error(problems.join('; '))
  }
  const author = findAuthor(authors, localeOf(record.data), record.data.author)
  const modified = page.last_edited_time
  const isSettled = now - Date.parse(modified) >= settleMs
  return createDraft(page.id, name.data, record.data, {
    author,
    minutes: null,
    version: isSettled ? modified : null,
    modified,
  })
}
