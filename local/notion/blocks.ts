/** A block as it is written here: what Notion nests is nested. `router.ts` gives ids and cuts the tree apart. */
export type Draft = { type: string; value: object; children?: Draft[] }

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

type Marks = Partial<Record<'bold' | 'italic' | 'code' | 'strikethrough', true>>

/** One run of text in Notion's form. */
export const run = (content: string, marks: Marks & { href?: string } = {}) => {
  const { href, ...annotations } = marks
  return {
    type: 'text',
    text: { content, link: href === undefined ? null : { url: href } },
    annotations: { ...plain, ...annotations },
    plain_text: content,
    href: href ?? null,
  }
}

type Text = string | ReturnType<typeof run>[]

const rich = (text: Text) => (typeof text === 'string' ? [run(text)] : text)

const textual =
  (type: string, extra: object = {}) =>
  (text: Text, children?: Draft[]): Draft => ({
    type,
    value: { rich_text: rich(text), color: 'default', ...extra },
    children,
  })

export const paragraph = textual('paragraph')
export const heading = textual('heading_2', { is_toggleable: false })
export const subheading = textual('heading_3', { is_toggleable: false })
export const bullet = textual('bulleted_list_item')
export const numbered = textual('numbered_list_item')
export const quote = textual('quote')
export const callout = textual('callout', { icon: null })
export const divider = (): Draft => ({ type: 'divider', value: {} })

/** A picture that Notion keeps: its address is made anew, with an end, at each call. */
export const image = (file: string, caption: string): Draft => ({
  type: 'image',
  value: { caption: rich(caption), type: 'file', file: { name: file } },
})
