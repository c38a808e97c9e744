import type { BlockObjectResponse } from '@notionhq/client'
import type { BlockContent, DefinitionContent, List, ListItem, PhrasingContent, Root } from 'mdast'
import { reasonOf, report } from '@/lib/content/content-files'
import { createFigure, isFigureKind } from '@/lib/content/render/figure'
import { wrap, type Wrap } from '@/lib/content/render/markdown'
import { pictureFigure } from '@/lib/content/render/pictures'
import {
  type Context,
  type Span,
  convertSpans,
  formula,
  plainId,
  plainTextOf,
  readerLink,
  reportMissing,
  reportSkipped,
  tone,
  toneNames,
} from './rich-text'

export type Block = { block: BlockObjectResponse; children: Block[] }
type Content = BlockContent | DefinitionContent
type BlockType = BlockObjectResponse['type']
type BlockOf<Type extends BlockType> = Extract<BlockObjectResponse, { type: Type }>
type Converter<Type extends BlockType> = (block: BlockOf<Type>, children: Block[], context: Context) => Content[]

function paragraph(rich: Span[], context: Context, color?: string): Content[] {
  const colour = tone(color)
  const children = convertSpans(rich, context)
  if (plainTextOf(rich).trim() === '' || children.length === 0) return []
  return [colour.className ? wrap('p', children, colour) : { type: 'paragraph', children }]
}

const details = (summary: Wrap['children'], content: Content[]): Wrap =>
  wrap('details', [wrap('summary', summary), ...content])

type Heading = BlockOf<'heading_1'>['heading_1']

/** The page title is the only `h1`. */
function heading(depth: 2 | 3 | 4, payload: Heading, children: Block[], context: Context): Content[] {
  const { rich_text, color, is_toggleable } = payload
  const content = convertBlocks(children, context)
  if (plainTextOf(rich_text).trim() === '') return content
  const data = { hProperties: tone(color) }
  const node: Content = { type: 'heading', depth, children: convertSpans(rich_text, context), data }
  return is_toggleable ? [details([node], content)] : [node, ...content]
}

const bookmark = (href: string, name: string): Content =>
  wrap('p', [{ type: 'link', url: href, children: [{ type: 'text', value: name }] }], { className: ['bookmark'] })

/** A link to an external medium, named by its caption, title or host. A caption with links stands below it. */
function linkTo(type: BlockType, url: string, caption: Span[], context: Context, title = ''): Content[] {
  const link = URL.parse(url, 'https://www.notion.so')?.host ? readerLink(url, context) : null
  if (!link || (link.href === url && !URL.canParse(url))) {
    reportMissing(context, type, url.trim() === '' ? 'an address' : 'an address that readers can open')
    return paragraph(caption, context)
  }
  const hasLinks = caption.some(({ href }) => href)
  const captionText = hasLinks ? '' : plainTextOf(caption).trim()
  const name = captionText || title.trim() || link.title || (URL.parse(link.href)?.host ?? link.href)
  return [bookmark(link.href, name), ...(hasLinks ? paragraph(caption, context) : [])]
}

type Media = BlockOf<'audio'>['audio'] | BlockOf<'file'>['file']

/** Notion's own files have no lasting address, so only external media are linked. */
function media(type: BlockType, payload: Media, context: Context): Content[] {
  const { caption } = payload
  if (payload.type === 'external')
    return linkTo(type, payload.external.url, caption, context, 'name' in payload ? payload.name : '')
  reportSkipped(context, type)
  return paragraph(caption, context)
}

const captionOf = (caption: Span[], context: Context): PhrasingContent[] =>
  plainTextOf(caption).trim() === '' ? [] : convertSpans(caption, context)

const code: Converter<'code'> = ({ code: { rich_text, language, caption } }, _, context) => {
  const value = plainTextOf(rich_text)
  const [name = '', ...lines] = value.split('\n')
  const kind = name.trim()
  if (language === 'plain text' && isFigureKind(kind) && lines.some((line) => line.trim() !== ''))
    return [createFigure(kind, lines.join('\n'))]
  const lang = language === 'plain text' ? null : language.replaceAll(' ', '-')
  const words = captionOf(caption, context)
  const node: Content = { type: 'code', lang, value }
  return words.length > 0 ? [wrap('figure', [node, wrap('figcaption', words)], { className: ['listing'] })] : [node]
}

const image: Converter<'image'> = ({ id, image: payload }, _, context) => {
  const { caption } = payload
  const picture = context.pictures.get(id)
  const words = captionOf(caption, context)
  if (picture) {
    const alt = plainTextOf(caption).trim()
    if (alt === '') reportMissing(context, 'image', 'a caption, which is also its alt text')
    return [pictureFigure({ ...picture, alt }, words)]
  }
  if (payload.type === 'external') return linkTo('image', payload.external.url, caption, context)
  return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
}

const callout: Converter<'callout'> = ({ callout: { rich_text, color, icon } }, children, context) => {
  const emoji = icon?.type === 'emoji' ? icon.emoji : ''
  if (icon && !emoji) reportMissing(context, 'callout', 'an emoji as its icon: no other kind is shown')
  const drawn = emoji ? [wrap('span', [{ type: 'text', value: emoji }], { className: ['icon'] })] : []
  const content = wrap('div', [...paragraph(rich_text, context), ...convertBlocks(children, context)])
  return [wrap('aside', [...drawn, content], { className: ['callout', ...toneNames(color)] })]
}

const table: Converter<'table'> = ({ table: { has_column_header, has_row_header } }, children, context) => {
  const rows = children.map(({ block }, rowIndex): Wrap => {
    const { cells } = (block as BlockOf<'table_row'>).table_row
    const isHead = has_column_header && rowIndex === 0
    return wrap(
      'tr',
      cells.map((cell, columnIndex) => {
        const scope = isHead ? 'col' : has_row_header && columnIndex === 0 ? 'row' : null
        return wrap(scope ? 'th' : 'td', convertSpans(cell, context), scope ? { scope } : {})
      }),
    )
  })
  const [head, body] = has_column_header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows]
  const parts = [...(head.length > 0 ? [wrap('thead', head)] : []), ...(body.length > 0 ? [wrap('tbody', body)] : [])]
  return parts.length > 0 ? [wrap('table', parts)] : []
}

/** Each tab is a paragraph with children. */
const tabs: Converter<'tab'> = (_, children, context) =>
  children.flatMap((tab) => {
    const content = convertBlocks(tab.children, context)
    if (tab.block.type !== 'paragraph' || content.length === 0) return convertBlocks([tab], context)
    return [details([wrap('span', convertSpans(tab.block.paragraph.rich_text, context))], content)]
  })

/** Left out with its children. */
function skip({ type }: BlockObjectResponse, _: Block[], context: Context): Content[] {
  reportSkipped(context, type)
  return []
}

/** Shows the page only if it is a post. */
function pageLink(type: BlockType, id: string, context: Context): Content[] {
  const { href, title } = readerLink(`/${id}`, context) ?? {}
  if (href && title) return [bookmark(href, title)]
  reportSkipped(context, type)
  return []
}

const inner = (_: BlockObjectResponse, children: Block[], context: Context) => convertBlocks(children, context)

type ListPayload = BlockOf<'bulleted_list_item'>['bulleted_list_item']

/** A list of one item. Neighbours are joined. */
function listOf(
  { id }: BlockObjectResponse,
  { rich_text, color }: ListPayload,
  content: Content[],
  context: Context,
  more: Partial<List> & Pick<ListItem, 'checked'> = {},
): List {
  const { checked = null, ...ofList } = more
  const line: Content[] = plainTextOf(rich_text)
    ? [{ type: 'paragraph', children: convertSpans(rich_text, context) }]
    : []
  const colours = toneNames(color)
  const className = checked !== null && colours.length > 0 ? ['task-list-item', ...colours] : colours
  const item: ListItem = {
    type: 'listItem',
    checked,
    // Only a paragraph below makes an item loose; a nested list does not.
    spread: content.some(({ type }) => type === 'paragraph'),
    children: [...line, ...content],
    data: { hProperties: { id: plainId(id), ...(className.length > 0 && { className }) } },
  }
  return { type: 'list', spread: false, children: [item], ...ofList }
}

const itemTypes: ReadonlySet<string> = new Set<BlockType>(['bulleted_list_item', 'numbered_list_item', 'to_do'])

/** Whether a list continues the one above. An unexpected number begins another list. */
function continuesList({ start, data }: List, above: List): boolean {
  const first = above.start ?? 1
  const isNext = start == null || start === first || start === first + above.children.length
  const type = data?.hProperties?.type
  return isNext && (type === undefined || type === above.data?.hProperties?.type)
}

/** The `type` of an `ol`. */
const numberTypes = { numbers: undefined, letters: 'a', roman: 'i' } as const

/** New types in the SDK are type errors here. docs/blog.md lists how each is shown. */
const converters: { [Type in BlockType]: Converter<Type> } = {
  paragraph: ({ paragraph: { rich_text, color } }, children, context) => {
    const content = convertBlocks(children, context)
    const below = content.length > 0 ? [wrap('div', content, { className: ['indented'] })] : []
    return [...paragraph(rich_text, context, color), ...below]
  },
  heading_1: (block, children, context) => heading(2, block.heading_1, children, context),
  heading_2: (block, children, context) => heading(2, block.heading_2, children, context),
  heading_3: (block, children, context) => heading(3, block.heading_3, children, context),
  heading_4: (block, children, context) => heading(4, block.heading_4, children, context),
  quote: ({ quote: { rich_text, color } }, children, context) => {
    const content = [...paragraph(rich_text, context, color), ...convertBlocks(children, context)]
    return content.length > 0 ? [{ type: 'blockquote', children: content }] : []
  },
  toggle: ({ toggle: { rich_text, color } }, children, context) => [
    details([wrap('span', convertSpans(rich_text, context), tone(color))], convertBlocks(children, context)),
  ],
  callout,
  divider: () => [{ type: 'thematicBreak' }],
  equation: ({ equation: { expression } }) =>
    expression.trim() === '' ? [] : [wrap('pre', [formula(expression, 'math-display')])],
  code,
  image,
  audio: ({ type, audio }, _, context) => media(type, audio, context),
  video: ({ type, video }, _, context) => media(type, video, context),
  pdf: ({ type, pdf }, _, context) => media(type, pdf, context),
  file: ({ type, file }, _, context) => media(type, file, context),
  bookmark: ({ type, bookmark: { url, caption } }, _, context) => linkTo(type, url, caption, context),
  embed: ({ type, embed: { url, caption } }, _, context) => linkTo(type, url, caption, context),
  link_preview: ({ type, link_preview: { url } }, _, context) => linkTo(type, url, [], context),
  bulleted_list_item: (block, children, context) => [
    listOf(block, block.bulleted_list_item, convertBlocks(children, context), context),
  ],
  numbered_list_item: (block, children, context) => {
    const { list_start_index: start, list_format: format = 'numbers' } = block.numbered_list_item
    const data = { hProperties: { type: numberTypes[format] } }
    const content = convertBlocks(children, context)
    return [listOf(block, block.numbered_list_item, content, context, { ordered: true, start, data })]
  },
  to_do: (block, children, context) => {
    const { rich_text, checked } = block.to_do
    const content = convertBlocks(children, context)
    // A tick needs words that name it.
    if (content.length === 0 && plainTextOf(rich_text) === '') return []
    return [listOf(block, block.to_do, content, context, { checked })]
  },
  table,
  synced_block: inner,
  column_list: (_, children, context) => {
    const columns = children.map((column) =>
      wrap('div', convertBlocks(column.children, context), { className: ['column'] }),
    )
    return [wrap('div', columns, { className: ['columns'] })]
  },
  column: inner,
  tab: tabs,
  child_page: ({ type, id }, _, context) => pageLink(type, id, context),
  link_to_page: ({ type, link_to_page: target }, _, context) =>
    pageLink(type, target.type === 'page_id' ? target.page_id : '', context),
  child_database: skip,
  breadcrumb: skip,
  table_of_contents: skip,
  table_row: skip,
  template: skip,
  meeting_notes: skip,
  transcription: skip,
  unsupported: ({ type, unsupported }, children, context) => {
    reportSkipped(context, type, unsupported.block_type)
    return convertBlocks(children, context)
  },
}

/** Blocks whose children are not requested. */
export const typesWithoutChildren: ReadonlySet<string> = new Set<BlockType>([
  'child_page',
  'child_database',
  'link_to_page',
  'meeting_notes',
  'transcription',
  'template',
])

/** Links to a block lead to its first element. */
function withId(content: Content[], { id }: BlockObjectResponse): Content[] {
  const [first] = content
  if (first && first.type !== 'inserted') {
    first.data = { ...first.data, hProperties: { ...first.data?.hProperties, id: plainId(id) } } as typeof first.data
  }
  return content
}

function convertBlock({ block, children }: Block, context: Context): Content[] {
  if (!Object.hasOwn(converters, block.type)) {
    reportSkipped(context, block.type)
    // Unknown blocks may contain known ones.
    return convertBlocks(children, context)
  }
  const convert = converters[block.type] as Converter<BlockType>
  const content = convert(block, children, context)
  return itemTypes.has(block.type) ? content : withId(content, block)
}

function convertBlocks(blocks: Block[], context: Context): Content[] {
  const content: Content[] = []
  let typeAbove: BlockType | null = null
  for (const entry of blocks) {
    const { type } = entry.block
    try {
      const converted = convertBlock(entry, context)
      if (type === 'to_do' && converted.length === 0) continue
      const [above, [first]] = [content.at(-1), converted]
      const isItem = itemTypes.has(type) && type === typeAbove
      if (isItem && above?.type === 'list' && first?.type === 'list' && continuesList(first, above))
        above.children.push(...first.children)
      else content.push(...converted)
      typeAbove = type
    } catch (error) {
      context.broken += 1
      report('notion block left out', { page: context.page, type, reason: reasonOf(error) })
    }
  }
  return content
}

/** Notion blocks as a Markdown tree. Unknown and invalid blocks are left out and logged. */
export function blocksToTree(blocks: Block[], context: Context): Root {
  return { type: 'root', children: convertBlocks(blocks, context) }
}
