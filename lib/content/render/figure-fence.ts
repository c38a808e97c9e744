import type { Root } from 'mdast'
import { parseFigure, isFigureKind, type FigureKind } from './figure'
import { drawingOf } from './figure-drawing'
import { parseLine } from './post-parser'
import { made, replaceNodes, wrap, type Wrap } from './text-tree'

/**
 * The lines of a figure as a node: its drawing, and its numbered caption, in which notes are counted with
 * those of the text.
 * @throws {Error} naming the line, and what was expected there
 */
export function figureOf(kind: FigureKind, text: string): Wrap {
  const figure = parseFigure(kind, text)
  const number: Wrap = { ...wrap('b', []), counts: true }
  const caption = wrap('figcaption', [number, { type: 'text', value: ' ' }, ...parseLine(figure.caption)])
  return wrap('figure', [made(drawingOf(figure)), caption], { className: ['drawn'] })
}

/** Fenced blocks of a figure's name become figures. */
export function withFigures(tree: Root): void {
  replaceNodes(tree, (node) =>
    node.type === 'code' && isFigureKind(node.lang) ? [figureOf(node.lang, node.value)] : null,
  )
}
