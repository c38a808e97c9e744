import type { Root } from 'mdast'
import { entryOf, listOf } from './block-list'
import { mediaBlocks } from './block-media'
import type { Block, Content, Context, Converter } from './block-shape'
import { tableBlock } from './block-table'
import { textBlocks } from './block-text'
import { wrap } from '@/lib/content/render/text-tree'

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
        // What it holds may be of a kind that is known.
        content.push(...inner(entry.children))
      }
      kind = item?.kind ?? null
    } catch (error) {
      context.broken(type, error)
    }
  }
  return content
}

/**
 * Notion's blocks as a tree of Markdown. A block of a kind that is not known is named to `skip` and leaves what it
 * holds; one whose data has the wrong form is named to `broken` and left out.
 */
export function treeOf(blocks: Block[], context: Context): Root {
  return { type: 'root', children: contentOf(blocks, context) }
}
