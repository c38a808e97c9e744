import { vi } from 'vitest'
import { renderTree } from './rendered'
import { type Block, blocksToTree } from '@/lib/content/sources/notion/blocks'
import type { Context } from '@/lib/content/sources/notion/rich-text'

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

/** A rich text with one span. */
export const rich = (content: string, annotations: object = {}, href: string | null = null) => [
  { type: 'text', text: { content }, plain_text: content, href, annotations: { ...plain, ...annotations } },
]

let count = 0

type Logged = { skipped(): unknown[]; missing(): unknown[] }

/** The page, and what was logged about it. */
export function context(more: Partial<Context> = {}): Context & Logged {
  const logged: { msg: string; type?: string; name?: string; missing?: string }[] = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void logged.push(JSON.parse(line)))
  return {
    page: '5a3b1c70-0000-4000-8000-000000000101',
    locale: 'en',
    posts: new Map(),
    pictures: new Map(),
    broken: 0,
    dependsOnOthers: false,
    ...more,
    skipped: () => logged.flatMap(({ msg, type, name }) => (msg === 'notion block skipped' ? [[type, name]] : [])),
    missing: () =>
      logged.flatMap(({ msg, type, missing }) => (msg === 'notion block lacks something' ? [[type, missing]] : [])),
  }
}

export async function html(blocks: Block[], input: Context = context()): Promise<string> {
  const rendered = await renderTree(blocksToTree(blocks, input))
  return rendered.html.replaceAll('\n', '')
}

/** A block with children, as input of `blocksToTree`. */
export function block(type: string, payload: unknown, children: Block[] = [], id = `block-${++count}`): Block {
  return { block: { object: 'block', id, type, [type]: payload } as unknown as Block['block'], children }
}
