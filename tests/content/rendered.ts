/** The renderer, with HTML as browsers receive it. */
import type { Root } from 'hast'
import { serializer } from '@/lib/content/render/markdown'
import * as render from '@/lib/content/render/render'

type Rendered = Awaited<ReturnType<typeof render.renderTree>>

export const htmlOf = (tree: Root): string => serializer.stringify(tree)

const withHtml = ({ tree, answer, ...rest }: Rendered) => ({
  ...rest,
  html: htmlOf(tree),
  answer: answer && htmlOf({ type: 'root', children: answer }),
})

export const renderMarkdown = async (...given: Parameters<typeof render.renderMarkdown>) =>
  withHtml(await render.renderMarkdown(...given))

export const renderTree = async (...given: Parameters<typeof render.renderTree>) =>
  withHtml(await render.renderTree(...given))
