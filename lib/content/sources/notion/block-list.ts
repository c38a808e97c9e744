import type { List, ListItem } from 'mdast'
import * as z from 'zod'
import { text, type Block, type Content, type Inner } from './block-shape'
import { spans, toneNames, wordsOf } from './block-text'

const todo = text.extend({ checked: z.boolean() })
const numbered = z.object({ list_start_index: z.number().int().nonnegative().nullish() })
const ordered: Record<string, boolean> = { bulleted_list_item: false, numbered_list_item: true, to_do: false }

/** `start` is the number that a numbered list begins with, where somebody has chosen one. */
type Entry = { kind: string; item: ListItem; start: number | null }

/** A block that is an item of a list; null for any other. */
export function entryOf({ block, children }: Block, inner: Inner): Entry | null {
  if (!Object.hasOwn(ordered, block.type)) return null
  const payload: unknown = (block as unknown as Record<string, unknown>)[block.type]
  const { rich_text, color } = text.parse(payload)
  const checked = block.type === 'to_do' ? todo.parse(payload).checked : null
  const line: Content[] = wordsOf(rich_text) ? [{ type: 'paragraph', children: spans(rich_text) }] : []
  const more = inner(children)
  // A line with a list below it stays a line; with more text below it, both are paragraphs.
  const spread = more.some(({ type }) => type === 'paragraph')
  const item: ListItem = { type: 'listItem', checked, spread, children: [...line, ...more] }
  const className = toneNames(color)
  if (className.length > 0) {
    item.data = { hProperties: { className: checked === null ? className : ['task-list-item', ...className] } }
  }
  const { list_start_index: start = null } = numbered.parse(payload)
  return { kind: block.type, item, start }
}

/** Neighbouring items of one kind become one list, as the vendor shows them. */
export function listOf({ kind, item, start }: Entry): List {
  return { type: 'list', ordered: ordered[kind] ?? false, start, spread: false, children: [item] }
}
