import type { List, ListItem, Root } from 'mdast'
import * as z from 'zod'
import { wrap, type Wrap } from '@/lib/content/render/text-tree'
import { mediaBlocks } from './block-media'
import {
  type Block,
  type Content,
  type Context,
  type Converter,
  type Inner,
  richText,
  spans,
  text,
  textBlocks,
  toneNames,
  wordsOf,
} from './block-text'

const todo = text.extend({ checked: z.boolean() })
const numbered = z.object({ list_start_index: z.number().int().nonnegative().nullish() })
const ordered: Record<string, boolean> = { bulleted_list_item: false, numbered_list_item: true, to_do: false }

type Entry = { kind: string; item: ListItem; start: number | null }

export function entryOf({ block, children }: Block, inner: Inner): Entry | null {
  if (!Object.hasOwn(ordered, block.type)) return null
  const payload: unknown = (block as unknown as Record<string, unknown>)[block.type]
  const { rich_text, color } = text.parse(payload)
  const checked = block.type === 'to_do' ? todo.parse(payload).checked : null
  const line: Content[] = wordsOf(rich_text) ? [{ type: 'paragraph', children: spans(rich_text) }] : []
  const more = inner(children)
  // An item with only a list below it stays tight; with paragraphs below it, it is spread.
  const spread = more.some(({ type }) => type === 'paragraph')
  const item: ListItem = { type: 'listItem', checked, spread, children: [...line, ...more] }
  const className = toneNames(color)
  if (className.length > 0) {
    item.data = { hProperties: { className: checked === null ? className : ['task-list-item', ...className] } }
  }
  const { list_start_index: start = null } = numbered.parse(payload)
  return { kind: block.type, item, start }
}

export function listOf({ kind, item, start }: Entry): List {
  return { type: 'list', ordered: ordered[kind] ?? false, start, spread: false, children: [item] }
}

const table = z.object({ has_column_header: z.boolean().default(false), has_row_header: z.boolean().default(false) })
const row = z.object({ cells: z.array(richText) })

export const tableBlock: Converter = (payload, { children }) => {
  const { has_column_header, has_row_header } = table.parse(payload)
  const rows = children.map(({ block }, down): Wrap => {
    const { cells } = row.parse('table_row' in block ? block.table_row : undefined)
    const isHead = has_column_header && down === 0
    return wrap(
      'tr',
      cells.map((cell, across) => {
        if (isHead) return wrap('th', spans(cell), { scope: 'col' })
        return has_row_header && across === 0 ? wrap('th', spans(cell), { scope: 'row' }) : wrap('td', spans(cell))
      }),
    )
  })
  if (rows.length === 0) return []
  const [head, body] = has_column_header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows]
  const parts = [...(head.length > 0 ? [wrap('thead', head)] : []), ...(body.length > 0 ? [wrap('tbody', body)] : [])]
  return [wrap('table', parts)]
}

export type { Block, Context }

const converters: Record<string, Converter> = {
  ...textBlocks,
  ...mediaBlocks,
  table: tableBlock,
  synced_block: (_, { children }, inner) => inner(children),
  column_list: (_, { children }, inner) => [
    wrap(
      'div',
      children.map((column) => wrap('div', inner(column.children), { className: ['column'] })),
      { className: ['columns'] },
    ),
  ],
}

function contentOf(blocks: Block[], context: Context): Content[] {
  const inner = (children: Block[]) => contentOf(children, context)
  const content: Content[] = []
  let kind: string | null = null
  for (const entry of blocks) {
    const { type } = entry.block
    try {
      const item = entryOf(entry, inner)
      const last = content.at(-1)
      if (item && item.kind === kind && last?.type === 'list') last.children.push(item.item)
      else if (item) content.push(listOf(item))
      else if (Object.hasOwn(converters, type)) {
        const payload: unknown = (entry.block as unknown as Record<string, unknown>)[type]
        content.push(...(converters[type]?.(payload, entry, inner, context) ?? []))
      } else {
        context.skip(type)
        // Unknown blocks may contain known ones.
        content.push(...inner(entry.children))
      }
      kind = item?.kind ?? null
    } catch (error) {
      context.broken(type, error)
    }
  }
  return content
}

/** Notion blocks as a Markdown tree. Unknown blocks are reported to `skip`, invalid ones to `broken`. */
export function treeOf(blocks: Block[], context: Context): Root {
  return { type: 'root', children: contentOf(blocks, context) }
}
