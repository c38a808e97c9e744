import { vi } from 'vitest'
import { renderTree } from './rendered'
import type { Block, Context } from '@/lib/content/sources/notion/block-text'
import { blocksToTree } from '@/lib/content/sources/notion/blocks'

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

/** A rich text with one span. */
export const rich = (content: string, annotations: object = {}, href: string | null = null) => [
  { type: 'text', text: { content }, plain_text: content, href, annotations: { ...plain, ...annotations } },
]

let count = 0

export const context = (pictures: Context['pictures'] = new Map()) => ({
  reportSkipped: vi.fn<Context['reportSkipped']>(),
  reportBroken: vi.fn<Context['reportBroken']>(),
  reportMissing: vi.fn<Context['reportMissing']>(),
  pictures,
})

export async function html(blocks: Block[], input: Context = context()): Promise<string> {
  const rendered = await renderTree(blocksToTree(blocks, input))
  return rendered.html.replaceAll('\n', '')
}

/** A block with children, as input of `blocksToTree`. */
export function block(type: string, payload: unknown, children: Block[] = [], id = `block-${++count}`): Block {
  return { block: { object: 'block', id, type, [type]: payload } as unknown as Block['block'], children }
}
