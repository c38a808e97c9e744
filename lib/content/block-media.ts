import type { PhrasingContent } from 'mdast'
import { z } from 'zod'
import { richText, type Content, type Converter, type Span } from './block-shape'
import { spans, wordsOf } from './block-text'
import { isFigureKind } from './figure'
import { figureOf } from './figure-fence'
import { pictureFigure } from './picture'
import { wrap } from './text-tree'

const code = z.object({ rich_text: richText, language: z.string(), caption: richText.default([]) })
const image = z.object({
  type: z.string(),
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
})
const linked = z.object({ url: z.string(), caption: richText.default([]) })

/** A link by itself, to what is kept elsewhere and not loaded from there. */
function linkTo(url: string, caption: Span[]): Content[] {
  const name = wordsOf(caption).trim() || new URL(url).host
  return [wrap('p', [{ type: 'link', url, children: [{ type: 'text', value: name }] }], { className: ['bookmark'] })]
}

const link: Converter = (payload) => {
  const { url, caption } = linked.parse(payload)
  return linkTo(url, caption)
}

/** A caption is said of code and of what could not be shown, too. */
const said = (caption: Span[]): PhrasingContent[] => (wordsOf(caption).trim() === '' ? [] : spans(caption))

/** Code, pictures, and what is kept elsewhere. */
export const mediaBlocks: Record<string, Converter> = {
  code: (payload) => {
    const { rich_text, language, caption } = code.parse(payload)
    const value = wordsOf(rich_text)
    const [name = '', ...lines] = value.split('\n')
    if (language === 'plain text' && isFigureKind(name.trim()))
      return [figureOf(name.trim() as 'score', lines.join('\n'))]
    const lang = language === 'plain text' ? null : language
    const words = said(caption)
    const node: Content = { type: 'code', lang, value }
    return words.length > 0 ? [wrap('figure', [node, wrap('figcaption', words)], { className: ['listing'] })] : [node]
  },
  image: (payload, { block }, _, { pictures }) => {
    const { external, caption } = image.parse(payload)
    const picture = pictures.get(block.id)
    const words = said(caption)
    if (picture) return [pictureFigure({ ...picture, alt: wordsOf(caption).trim() }, words)]
    if (external) return linkTo(external.url, caption)
    return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
  },
  bookmark: link,
  embed: link,
  link_preview: link,
}
