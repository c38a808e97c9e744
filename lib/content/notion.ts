import { Client, collectPaginatedAPI, isFullBlock, isFullPage } from '@notionhq/client'
import type { BlockObjectResponse, PageObjectResponse } from '@notionhq/client'
import type { BlogEnv } from '@/lib/env'
import { treeOf, type Block } from './notion-blocks'
import { draftOf, postRecord, slug, type Draft, type PostSource } from './record'
import { minutesFor, renderTree } from './render'

type NotionEnv = Extract<BlogEnv, { source: 'notion' }>
type Property = PageObjectResponse['properties'][string]

const say = (what: string, about: Record<string, unknown>) =>
  console.warn(JSON.stringify({ level: 'warn', what, ...about }))

/** What a property says, as plain text, a day, words of a list or yes and no; undefined when it is empty. */
function valueOf(property: Property | undefined): string | string[] | boolean | undefined {
  switch (property?.type) {
    case 'title':
      return property.title.map((part) => part.plain_text).join('') || undefined
    case 'rich_text':
      return property.rich_text.map((part) => part.plain_text).join('') || undefined
    case 'multi_select':
      return property.multi_select.map(({ name }) => name)
    case 'date':
      return property.date?.start.slice(0, 10)
    case 'checkbox':
      return property.checkbox
    default:
      return undefined
  }
}

/** The page as a draft, or null with a logged reason: one wrong page never takes the others with it. */
function draft(page: PageObjectResponse): Draft | null {
  const named = new Map(
    Object.entries(page.properties).map(([name, property]) => [name.toLowerCase().replace(/[^a-z]/g, ''), property]),
  )
  const value = (name: string) => valueOf(named.get(name))
  const name = slug.safeParse(value('slug'))
  const record = postRecord.safeParse({
    title: valueOf(Object.values(page.properties).find(({ type }) => type === 'title')),
    description: value('description'),
    tags: value('tags'),
    written: value('written') ?? value('date'),
    reviewed: value('reviewed'),
    answer: value('answer'),
    draft: value('published') !== true,
    codeInjectionFooter: value('codeinjectionfooter'),
  })
  if (name.success && record.success) return draftOf(page.id, name.data, record.data, null)
  const issues = [...(name.error?.issues ?? []), ...(record.error?.issues ?? [])]
  say('notion page left out', {
    page: page.id,
    because: issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  })
  return null
}

/** A Notion data source as a source of posts. The properties' names are listed in content/README.md. */
export function notionSource({ token, databaseId, apiBase }: NotionEnv): PostSource {
  const notion = new Client({ auth: token, ...(apiBase ? { baseUrl: apiBase } : {}) })

  async function blocks(id: string): Promise<Block[]> {
    const all = await collectPaginatedAPI(notion.blocks.children.list, { block_id: id, page_size: 100 })
    const full = all.filter((block): block is BlockObjectResponse => isFullBlock(block))
    return Promise.all(
      full.map(async (block) => ({ block, children: block.has_children ? await blocks(block.id) : [] })),
    )
  }

  return {
    async drafts() {
      const database = await notion.databases.retrieve({ database_id: databaseId })
      const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
      if (id === undefined) throw new Error(`The Notion database ${databaseId} has no data source.`)
      const pages = await collectPaginatedAPI(notion.dataSources.query, { data_source_id: id, page_size: 100 })
      return pages.filter(isFullPage).flatMap((page) => draft(page) ?? [])
    },
    async body({ key, record }) {
      const tree = treeOf(await blocks(key), (type) => say('notion block skipped', { page: key, type }))
      const said = record.answer ?? null
      // A property is plain text, so that no mark in it is taken for Markdown.
      if (said !== null) tree.children.unshift({ type: 'paragraph', children: [{ type: 'text', value: said }] })
      const { html, contents, answer, words } = await renderTree(tree, said !== null)
      return { html, contents, answer, minutes: minutesFor(words) }
    },
  }
}
