import type { PhrasingContent } from 'mdast'
import * as z from 'zod'
import { figureOf, isFigureKind } from '@/lib/content/render/figure'
import { pictureFigure } from '@/lib/content/render/pictures'
import { wrap } from '@/lib/content/render/text-tree'
import {
  type Block,
  type Content,
  type Context,
  type Converter,
  paragraph,
  richText,
  type Span,
  spans,
  wordsOf,
} from './block-text'

const code = z.object({ rich_text: richText, language: z.string(), caption: richText.default([]) })
const image = z.object({
  type: z.string(),
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
})
const linked = z.object({ url: z.string(), caption: richText.default([]) })

/** A link to a medium that is not loaded here, named by its caption, its title or its host. */
function linkTo(url: string, caption: Span[], { block }: Block, { lacks }: Context, title = ''): Content[] {
  const host = URL.parse(url)?.host
  if (host === undefined) {
    lacks(block.type, 'an address')
    return paragraph(caption)
  }
  const name = wordsOf(caption).trim() || title.trim() || host || url
  return [wrap('p', [{ type: 'link', url, children: [{ type: 'text', value: name }] }], { className: ['bookmark'] })]
}

const link: Converter = (payload, block, _, context) => {
  const { url, caption } = linked.parse(payload)
  return linkTo(url, caption, block, context)
}

const media = z.object({
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
  name: z.string().optional(),
})

/** Files stored in Notion have no lasting address, so only external media are linked. */
const medium: Converter = (payload, block, _, context) => {
  const { external, caption, name } = media.parse(payload)
  if (external) return linkTo(external.url, caption, block, context, name)
  context.skip(block.block.type)
  return paragraph(caption)
}

const captionOf = (caption: Span[]): PhrasingContent[] => (wordsOf(caption).trim() === '' ? [] : spans(caption))

export const mediaBlocks: Record<string, Converter> = {
  code: (payload) => {
    const { rich_text, language, caption } = code.parse(payload)
    const value = wordsOf(rich_text)
    const [name = '', ...lines] = value.split('\n')
    const kind = name.trim()
    if (language === 'plain text' && isFigureKind(kind) && lines.some((line) => line.trim() !== ''))
      return [figureOf(kind, lines.join('\n'))]
    const lang = language === 'plain text' ? null : language.replaceAll(' ', '-')
    const words = captionOf(caption)
    const node: Content = { type: 'code', lang, value }
    return words.length > 0 ? [wrap('figure', [node, wrap('figcaption', words)], { className: ['listing'] })] : [node]
  },
  image: (payload, block, _, context) => {
    const { external, caption } = image.parse(payload)
    const picture = context.pictures.get(block.block.id)
    const words = captionOf(caption)
    if (picture) {
      const alt = wordsOf(caption).trim()
      if (alt === '') context.lacks('image', 'a caption, which is its words for people who do not see it')
      return [pictureFigure({ ...picture, alt }, words)]
    }
    if (external) return linkTo(external.url, caption, block, context)
    return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
  },
  audio: medium,
  bookmark: link,
  embed: link,
  file: medium,
  link_preview: link,
  pdf: medium,
  video: medium,
}
