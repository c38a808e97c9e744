/** A nested block; `sample-database.ts` assigns ids and flattens the tree. */
export type Draft = {
  type: string
  value: object
  children?: Draft[]
  /** Copies refer to a block by this name. */
  name?: string
}

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

type Marks = Partial<Record<'bold' | 'italic' | 'code' | 'strikethrough' | 'underline', true>>
type Run = { type: string; plain_text: string; href: string | null; annotations: object } & Record<string, unknown>

export const run = (content: string, marks: Marks & { href?: string; color?: string } = {}) => {
  const { href, ...annotations } = marks
  return {
    type: 'text',
    text: { content, link: href === undefined ? null : { url: href } },
    annotations: { ...plain, ...annotations },
    plain_text: content,
    href: href ?? null,
  }
}

export const formula = (expression: string): Run => ({
  type: 'equation',
  plain_text: expression,
  href: null,
  annotations: plain,
  equation: { expression },
})

export const mention = (start: string, end: string | null = null): Run => ({
  type: 'mention',
  plain_text: end === null ? start : `${start} → ${end}`,
  href: null,
  annotations: plain,
  mention: { type: 'date', date: { start, end, time_zone: null } },
})

/** A page of the workspace, as its own links name it. */
export const pageAddress = (id: string) => `https://www.notion.so/sample/A-page-${id.replaceAll('-', '')}?pvs=4`

type Text = string | Run[]

const rich = (text: Text) => (typeof text === 'string' ? [run(text)] : text)

const textual =
  (type: string, extra: object = {}) =>
  (text: Text, children?: Draft[]): Draft => ({
    type,
    value: { rich_text: rich(text), color: 'default', ...extra },
    children,
  })

export const paragraph = textual('paragraph')
export const bigHeading = textual('heading_1', { is_toggleable: false })
export const heading = textual('heading_2', { is_toggleable: false })
export const subheading = textual('heading_3', { is_toggleable: false })
export const toggleHeading = textual('heading_3', { is_toggleable: true })
export const toggle = textual('toggle')
export const bullet = textual('bulleted_list_item')
export const numbered = textual('numbered_list_item')
export const numberedAs = (format: 'letters' | 'roman', start: number) =>
  textual('numbered_list_item', { list_format: format, list_start_index: start })
export const linkToPage = (id: string): Draft => ({ type: 'link_to_page', value: { type: 'page_id', page_id: id } })
export const toDo = (checked: boolean) => textual('to_do', { checked })
export const quote = textual('quote')
export const callout = textual('callout', { icon: null })
export const calloutWith = (emoji: string) =>
  textual('callout', { icon: { type: 'emoji', emoji }, color: 'blue_background' })
export const divider = (): Draft => ({ type: 'divider', value: {} })
export const equation = (expression: string): Draft => ({ type: 'equation', value: { expression } })
export const bookmark = (url: string, caption = ''): Draft => ({
  type: 'bookmark',
  value: { url, caption: caption ? rich(caption) : [] },
})
export const embed = (url: string): Draft => ({ type: 'embed', value: { url, caption: [] } })

export const code = (language: string, text: string, caption = ''): Draft => ({
  type: 'code',
  value: { rich_text: rich(text), language, caption: caption ? rich(caption) : [] },
})

export const table = (rows: string[][]): Draft => ({
  type: 'table',
  value: { table_width: rows[0]?.length ?? 0, has_column_header: true, has_row_header: true },
  children: rows.map((cells) => ({ type: 'table_row', value: { cells: cells.map(rich) } })),
})

export const columns = (...all: Draft[][]): Draft => ({
  type: 'column_list',
  value: {},
  children: all.map((children) => ({ type: 'column', value: {}, children })),
})

export const synced = (name: string, children: Draft[]): Draft => ({
  type: 'synced_block',
  value: { synced_from: null },
  children,
  name,
})
export const copyOf = (name: string): Draft => ({ type: 'synced_block', value: { copyOf: name } })

/** Hosted by Notion: its address expires. */
export const image = (file: string, caption: string): Draft => ({
  type: 'image',
  value: { caption: rich(caption), type: 'file', file: { name: file } },
})

export const externalImage = (url: string, caption: string): Draft => ({
  type: 'image',
  value: { caption: rich(caption), type: 'external', external: { url } },
})
