import type { BlockObjectResponse, RichTextItemResponse } from '@notionhq/client'
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, Root } from 'mdast'

export type Block = { block: BlockObjectResponse; children: Block[] }
type Content = BlockContent | DefinitionContent
type Skip = (type: string) => void

/** A span with its marks; what Markdown has no mark for (colour, underline) keeps its words. */
function span({ plain_text: value, href, annotations }: RichTextItemResponse): PhrasingContent {
  let node: PhrasingContent = annotations.code ? { type: 'inlineCode', value } : { type: 'text', value }
  if (annotations.bold) node = { type: 'strong', children: [node] }
  if (annotations.italic) node = { type: 'emphasis', children: [node] }
  if (annotations.strikethrough) node = { type: 'delete', children: [node] }
  return href ? { type: 'link', url: href, children: [node] } : node
}

const spans = (text: RichTextItemResponse[]) => text.map(span)
const paragraph = (text: RichTextItemResponse[]): Content => ({ type: 'paragraph', children: spans(text) })
const heading = (depth: 2 | 3, text: RichTextItemResponse[]): Content => ({
  type: 'heading',
  depth,
  children: spans(text),
})

function item(text: RichTextItemResponse[], children: Block[], skip: Skip, checked?: boolean): ListItem {
  return { type: 'listItem', checked, children: [paragraph(text), ...contentOf(children, skip)] }
}

/** A block that stands by itself, or null for one that this site does not know. */
function single({ block, children }: Block, skip: Skip): Content | null {
  switch (block.type) {
    case 'paragraph':
      return paragraph(block.paragraph.rich_text)
    // The page's own title is its only heading of the first level.
    case 'heading_1':
      return heading(2, block.heading_1.rich_text)
    case 'heading_2':
      return heading(2, block.heading_2.rich_text)
    case 'heading_3':
      return heading(3, block.heading_3.rich_text)
    case 'quote':
      return { type: 'blockquote', children: [paragraph(block.quote.rich_text), ...contentOf(children, skip)] }
    case 'callout':
      return { type: 'blockquote', children: [paragraph(block.callout.rich_text), ...contentOf(children, skip)] }
    case 'code': {
      const value = block.code.rich_text.map((part) => part.plain_text).join('')
      return { type: 'code', lang: block.code.language, value }
    }
    case 'divider':
      return { type: 'thematicBreak' }
    default:
      skip(block.type)
      return null
  }
}

function listItem({ block, children }: Block, skip: Skip): { ordered: boolean; item: ListItem } | null {
  if (block.type === 'bulleted_list_item')
    return { ordered: false, item: item(block.bulleted_list_item.rich_text, children, skip) }
  if (block.type === 'numbered_list_item')
    return { ordered: true, item: item(block.numbered_list_item.rich_text, children, skip) }
  if (block.type === 'to_do')
    return { ordered: false, item: item(block.to_do.rich_text, children, skip, block.to_do.checked) }
  return null
}

/** Neighbouring items of one kind become one list, as Notion shows them. */
function contentOf(blocks: Block[], skip: Skip): Content[] {
  const content: Content[] = []
  for (const block of blocks) {
    const entry = listItem(block, skip)
    const last = content.at(-1)
    if (!entry) {
      const node = single(block, skip)
      if (node) content.push(node)
    } else if (last?.type === 'list' && last.ordered === entry.ordered) last.children.push(entry.item)
    else content.push({ type: 'list', ordered: entry.ordered, children: [entry.item] })
  }
  return content
}

/** Notion's blocks as a tree of Markdown; each block that is not known is named to `skip` and left out. */
export function treeOf(blocks: Block[], skip: Skip): Root {
  return { type: 'root', children: contentOf(blocks, skip) }
}
