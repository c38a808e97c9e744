import type { BlockObjectResponse } from '@notionhq/client'
import type { BlockContent, DefinitionContent } from 'mdast'
import * as z from 'zod'
import type { Picture } from '@/lib/content/render/picture'

export type Block = { block: BlockObjectResponse; children: Block[] }
export type Content = BlockContent | DefinitionContent

export type Context = {
  /** A kind of block that this site does not show, or one whose file it has no lasting address of. */
  skip(type: string): void
  /** A block that is shown, and lacks something that its readers need. */
  lacks(type: string, what: string): void
  /** A block whose data has the wrong form; it is left out. */
  broken(type: string, error: unknown): void
  /** Pictures by the id of their block: their address here and their size; null for one that cannot be had. */
  pictures: ReadonlyMap<string, Omit<Picture, 'alt'> | null>
}

/** Turns blocks within a block into content. */
export type Inner = (blocks: Block[]) => Content[]

/** Content of a block of one kind; null where there is nothing of it to show. */
export type Converter = (payload: unknown, block: Block, inner: Inner, context: Context) => Content[]

const span = z.object({
  type: z.string().default('text'),
  plain_text: z.string(),
  href: z.string().nullish(),
  equation: z.object({ expression: z.string() }).optional(),
  mention: z.object({ type: z.string() }).optional(),
  annotations: z
    .object({
      bold: z.boolean(),
      italic: z.boolean(),
      strikethrough: z.boolean(),
      underline: z.boolean(),
      code: z.boolean(),
      color: z.string(),
    })
    .partial()
    .default({}),
})
export type Span = z.infer<typeof span>

export const richText = z.array(span)
export const text = z.object({ rich_text: richText, color: z.string().optional() })
