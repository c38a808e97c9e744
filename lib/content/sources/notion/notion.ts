import { collectAllDataSourceRows, isHTTPResponseError } from '@notionhq/client'
import { authors } from '@/lib/content/authors'
import { treeOf } from './blocks'
import { notionOf, type Notion, type NotionEnv } from './client'
import { picturesOf } from './pictures'
import { draftOfRow } from './record'
import { blocksOf } from './tree'
import type { Draft, PostSource, SourceBody } from '@/lib/content/record'
import { minutesFor, renderTree } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'

/** Milliseconds for which a body is given again to whoever asks for it, unless there is news. */
const together = 10_000

async function bodyOf(notion: Notion, { key, record }: Draft): Promise<SourceBody> {
  const { blocks, broken, borrowed } = await blocksOf(notion, key)
  const { pictures, files, broken: without } = await picturesOf(notion, key, blocks)
  let wrong = broken + without
  const tree = treeOf(blocks, {
    pictures,
    skip: (type) => report('notion block skipped', { page: key, type }),
    lacks: (type, what) => report('notion block lacks something', { page: key, type, what }),
    broken(type, error) {
      wrong += 1
      report('notion block left out', { page: key, type, because: reasonOf(error) })
    },
  })
  const said = record.answer ?? null
  // A property is plain text, so that no mark in it is taken for Markdown.
  if (said !== null) tree.children.unshift({ type: 'paragraph', children: [{ type: 'text', value: said }] })
  const { html, contents, answer, words } = await renderTree(tree, said !== null)
  return { html, contents, answer, minutes: minutesFor(words), files, broken: wrong, borrowed }
}

/** A Notion data source as a source of posts. The properties' names are listed in content/README.md. */
export function notionSource(settings: NotionEnv, notion = notionOf(settings)): PostSource {
  const { client } = notion
  let dataSource: string | null = null
  const lately = new Map<string, Promise<SourceBody>>()

  async function findDataSource(): Promise<string> {
    const database = await client.databases.retrieve({ database_id: settings.databaseId })
    const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
    if (id === undefined) throw new Error(`The Notion database ${settings.databaseId} has no data source.`)
    return id
  }

  return {
    mayBeEmpty: false,
    async drafts() {
      lately.clear()
      try {
        dataSource ??= await findDataSource()
        const known = await authors()
        const rows = await collectAllDataSourceRows(client, { data_source_id: dataSource, page_size: 100 })
        return rows.flatMap((row) => draftOfRow(row, known) ?? [])
      } catch (error) {
        // The database may have got another one.
        if (isHTTPResponseError(error) && error.status === 404) dataSource = null
        throw error
      }
    },
    body(draft) {
      const known = lately.get(draft.key)
      if (known) return known
      const asked = bodyOf(notion, draft)
      lately.set(draft.key, asked)
      const forget = () => {
        if (lately.get(draft.key) === asked) lately.delete(draft.key)
      }
      asked.then(
        () => setTimeout(forget, together).unref(),
        () => forget(),
      )
      return asked
    },
  }
}
