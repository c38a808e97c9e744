import type { Element } from 'hast'
import type { Root } from 'mdast'
import {
  inkClass,
  layersOf,
  type Mark,
  peopleDots,
  pauseMark,
  type Sound,
  layOutTurns,
  type Turn,
  waterlineClass,
} from '@/lib/score'
import { reasonOf } from '@/lib/content/content-files'
import { element, inserted, parseLine, replaceNodes, wrap, type Wrap } from './markdown'

/** A turn of a conversation, or a block: effort on a word that does not come out. */
export type FigureTurn = Turn | { block: number }
type BarRow = { value: number; front: string; words: string }
type PeopleRow = { count: number; words: string }

export type Figure = {
  /** Read by screen readers instead of the drawing. */
  label: string
  caption: string
} & ({ kind: 'score'; turns: FigureTurn[] } | { kind: 'bars'; rows: BarRow[] } | { kind: 'people'; rows: PeopleRow[] })

const figureKinds = ['score', 'bars', 'people'] as const
export type FigureKind = (typeof figureKinds)[number]

export const isFigureKind = (text: string | null | undefined): text is FigureKind =>
  figureKinds.some((kind) => kind === text)

const limits = { sound: [20, 260], height: [10, 130], silence: [10, 400], total: 1000, rows: 24, people: 400 } as const

function numberWithin(text: string, [min, max]: readonly [number, number], what: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value < min || value > max) {
    throw new Error(`${what} from ${min} to ${max}, found “${text}”`)
  }
  return value
}

function parseSound(text: string): Sound {
  const [width = '', height, ...more] = text.split('x')
  if (more.length > 0) throw new Error(`a sound as a width or as width x height (190x45), found “${text}”`)
  const widthNumber = numberWithin(width, limits.sound, 'a width')
  return height === undefined ? widthNumber : [widthNumber, numberWithin(height, limits.height, 'a height')]
}

function parseTurn(line: string): FigureTurn {
  const [name = '', ...parts] = line.split(/\s+/)
  if (name === 'above' || name === 'below') {
    if (parts.length === 0) throw new Error(`the widths of sounds after “${name}”`)
    return { voice: name, sounds: parts.map(parseSound) }
  }
  if (name !== 'pause' && name !== 'block') throw new Error('a line that begins with above, below, pause or block')
  if (parts.length !== 1) throw new Error(`one width after “${name}”`)
  const width = numberWithin(parts[0] ?? '', limits.silence, 'a width')
  return name === 'pause' ? { pause: width } : { block: width }
}

function splitCells(line: string, count: number, format: string): string[] {
  const parts = line.split('|').map((part) => part.trim())
  if (parts.length !== count || parts.includes('')) throw new Error(`“${format}”`)
  return parts
}

function parseBar(line: string): BarRow {
  const [value = '', front = '', words = ''] = splitCells(line, 3, 'value | label | text')
  return { value: numberWithin(value, [0, 100], 'a value'), front, words }
}

function parsePeople(line: string): PeopleRow {
  const [count = '', words = ''] = splitCells(line, 2, 'number of people | words')
  if (count.includes('.')) throw new Error(`a whole number of people, found “${count}”`)
  return { count: numberWithin(count, [1, limits.people], 'a number of people'), words }
}

const widthOf = (turn: FigureTurn): number => {
  if ('pause' in turn) return turn.pause
  if ('block' in turn) return turn.block
  return turn.sounds.reduce<number>((sum, sound) => sum + (typeof sound === 'number' ? sound : sound[0]), 0)
}

export function parseFigure(kind: FigureKind, text: string): Figure {
  const fields = new Map<string, string>()
  const lines: { line: string; n: number }[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const [, name, value] = /^(label|caption):\s*(.*)$/.exec(line) ?? []
    if (name && value) fields.set(name, value)
    else if (line) lines.push({ line, n: index + 1 })
  }
  const [label, caption] = ['label', 'caption'].map((name) => {
    const value = fields.get(name)
    if (!value) throw new Error(`figure “${kind}”: expected a line “${name}: …”`)
    return value
  }) as [string, string]
  const parseLines = <T>(parseOne: (line: string) => T): T[] => {
    if (lines.length === 0) throw new Error(`figure “${kind}”: expected lines after the caption`)
    if (lines.length > limits.rows) throw new Error(`figure “${kind}”: expected at most ${limits.rows} lines`)
    return lines.map(({ line, n }) => {
      try {
        return parseOne(line)
      } catch (error) {
        throw new Error(`figure “${kind}”, line ${n} (“${line}”): expected ${reasonOf(error)}`, { cause: error })
      }
    })
  }
  if (kind === 'bars') return { kind, label, caption, rows: parseLines(parseBar) }
  if (kind === 'people') return { kind, label, caption, rows: parseLines(parsePeople) }
  const turns = parseLines(parseTurn)
  const total = turns.reduce((sum, turn) => sum + widthOf(turn), 0)
  if (total > limits.total) throw new Error(`figure “score”: expected at most ${limits.total} in all, found ${total}`)
  return { kind, label, caption, turns }
}

const blockHeight = 40
const strokeSpace = 2

export function marksOf(turns: readonly FigureTurn[]): { marks: Mark[]; width: number } {
  const marks: Mark[] = []
  let x = 0
  for (const turn of turns) {
    if ('block' in turn) {
      marks.push(pauseMark(x, blockHeight / 2, turn.block, turn.block * blockHeight, 'pause'))
      x += turn.block
      continue
    }
    const part = layOutTurns(x, 0, [turn])
    marks.push(...part.marks)
    x = part.end
  }
  return { marks, width: x }
}

function score(turns: readonly FigureTurn[], label: string): Element {
  const { marks, width } = marksOf(turns)
  const above = Math.max(...marks.map(({ up, y, height }) => (up ? height - y : 0)))
  const below = Math.max(...marks.map(({ up, y, height }) => (up ? y : y + height)))
  const [top, height] = [Math.ceil(above) + strokeSpace, Math.ceil(above) + Math.ceil(below) + 2 * strokeSpace]
  const paths = layersOf(marks).map(({ ink, d }) => element('path', { className: [inkClass[ink]], d }))
  return element(
    'svg',
    { viewBox: `0 ${-top} ${width} ${height}`, width, height, role: 'img', ariaLabel: label },
    ...paths,
    element('path', { className: waterlineClass.split(' '), vectorEffect: 'non-scaling-stroke', d: `M0 0H${width}` }),
  )
}

/** `role="img"` would hide the rows from screen readers, so the label is a paragraph before the list. */
const labelledList = (label: string, name: string, items: Element[]): Element =>
  element('div', {}, element('p', { className: ['sr-only'] }, label), element('ul', { className: [name] }, ...items))

function bars(rows: readonly BarRow[], label: string): Element {
  const items = rows.map(({ value, front, words }) =>
    element('li', { style: `--v:${value}%` }, element('b', {}, front), ' ', element('span', {}, words)),
  )
  return labelledList(label, 'bars', items)
}

function dots(count: number, largest: number): Element {
  const { d, size, height } = peopleDots(count, largest)
  const path = element('path', {
    className: ['stroke-primary'],
    fill: 'none',
    strokeLinecap: 'round',
    strokeWidth: String(size),
    d,
  })
  return element('svg', { viewBox: `0 0 320 ${height}`, width: 320, height, ariaHidden: 'true' }, path)
}

function people(rows: readonly PeopleRow[], label: string): Element {
  const largest = Math.max(...rows.map(({ count }) => count))
  const items = rows.map(({ count, words }) => element('li', {}, element('span', {}, words), dots(count, largest)))
  return labelledList(label, 'people', items)
}

function drawingOf(figure: Figure): Element {
  if (figure.kind === 'score') return score(figure.turns, figure.label)
  if (figure.kind === 'bars') return bars(figure.rows, figure.label)
  return people(figure.rows, figure.label)
}

/** @throws {Error} naming the line and what was expected */
export function createFigure(kind: FigureKind, text: string): Wrap {
  const figure = parseFigure(kind, text)
  const number: Wrap = { ...wrap('b', []), isFigureNumber: true }
  const caption = wrap('figcaption', [number, { type: 'text', value: ' ' }, ...parseLine(figure.caption)])
  return wrap('figure', [inserted(drawingOf(figure)), caption], { className: ['drawn'] })
}

export function replaceFigures(tree: Root): void {
  replaceNodes(tree, (node) =>
    node.type === 'code' && isFigureKind(node.lang) ? [createFigure(node.lang, node.value)] : null,
  )
}
