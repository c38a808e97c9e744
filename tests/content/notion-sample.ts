import type { Block } from '@/lib/content/sources/notion/block-text'

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

/** A rich text with one span. */
export const rich = (content: string, annotations: object = {}, href: string | null = null) => [
  { type: 'text', text: { content }, plain_text: content, href, annotations: { ...plain, ...annotations } },
]

let count = 0

/** A block with children, as input of `blocksToTree`. */
export function block(type: string, payload: unknown, children: Block[] = [], id = `block-${++count}`): Block {
  return { block: { object: 'block', id, type, [type]: payload } as unknown as Block['block'], children }
}
