import type { PhrasingContent } from 'mdast'
import * as z from 'zod'
import { figureOf, isFigureKind } from '@/lib/content/render/figure'
import { pictureFigure } from '@/lib/content/render/pictures'
import { wrap } from '@/lib/content/render/markdown'
import {
  type Block,
  type BlockType,
  type Content,
  type Context,
  type Converter,
  paragraph,
  richText,
  type Span,
  spans,
  wordsOf,
} from './block-text'
import { addressFor, postAt } from './workspace-links'

const code = z.object({ rich_text: richText, language: z.string(), caption: richText.default([]) })
const image = z.object({
  type: z.string(),
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
})
const linked = z.object({ url: z.string(), caption: richText.default([]) })

/** A link to an external medium, named by its caption, title or host. A caption with links stands below it. */
function linkTo(url: string, caption: Span[], { block }: Block, context: Context, title = ''): Content[] {
  const address = URL.parse(url, 'https://www.notion.so')?.host ? addressFor(url, context.workspace) : null
  if (address === null || (address === url && !URL.canParse(url))) {
    context.lacks(block.type, url.trim() === '' ? 'an address' : 'an address that readers can open')
    return paragraph(caption, context)
  }
  const post = postAt(address, context.workspace)
  const hasLinks = caption.some(({ href }) => href)
  const named = hasLinks ? '' : wordsOf(caption).trim()
  const name = named || title.trim() || post?.title || (URL.parse(address)?.host ?? address)
  const link: Content = wrap('p', [{ type: 'link', url: address, children: [{ type: 'text', value: name }] }], {
    className: ['bookmark'],
  })
  return hasLinks ? [link, ...paragraph(caption, context)] : [link]
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

/** Notion's own files have no lasting address, so only external media are linked. */
const medium: Converter = (payload, block, _, context) => {
  const { external, caption, name } = media.parse(payload)
  if (external) return linkTo(external.url, caption, block, context, name)
  context.skip(block.block.type)
  return paragraph(caption, context)
}

const captionOf = (caption: Span[], context: Context): PhrasingContent[] =>
  wordsOf(caption).trim() === '' ? [] : spans(caption, context)

export const mediaBlocks = {
  code: (payload, _block, _inner, context) => {
    const { rich_text, language, caption } = code.parse(payload)
    const value = wordsOf(rich_text)
    const [name = '', ...lines] = value.split('\n')
    const kind = name.trim()
    if (language === 'plain text' && isFigureKind(kind) && lines.some((line) => line.trim() !== ''))
      return [figureOf(kind, lines.join('\n'))]
    const lang = language === 'plain text' ? null : language.replaceAll(' ', '-')
    const words = captionOf(caption, context)
    const node: Content = { type: 'code', lang, value }
    return words.length > 0 ? [wrap('figure', [node, wrap('figcaption', words)], { className: ['listing'] })] : [node]
  },
  image: (payload, block, _, context) => {
    const { external, caption } = image.parse(payload)
    const picture = context.pictures.get(block.block.id)
    const words = captionOf(caption, context)
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
} satisfies Partial<Record<BlockType, Converter>>
