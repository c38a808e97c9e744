import type { Element } from 'hast'
import { inkClass, layersOf, rest, talk, waterlineClass, type Mark } from '@/lib/score'
import type { BarRow, Figure, FigureTurn, PeopleRow } from './figure'
import { element } from './html-tree'

const blockHeight = 40
/** What the waterline's own stroke needs above and below. */
const rim = 2

/** Turns of one voice that meet are one turn: who listens to them does so in one rest, without a step in it. */
function joined(turns: readonly FigureTurn[]): FigureTurn[] {
  const whole: FigureTurn[] = []
  for (const turn of turns) {
    const last = whole.at(-1)
    const goesOn = last && 'voice' in last && 'voice' in turn && last.voice === turn.voice
    if (goesOn) whole.splice(-1, 1, { ...last, sounds: [...last.sounds, ...turn.sounds] })
    else whole.push(turn)
  }
  return whole
}

/** Turns as marks on a line at 0. */
export function marksOf(turns: readonly FigureTurn[]): { marks: Mark[]; width: number } {
  const marks: Mark[] = []
  let x = 0
  for (const turn of joined(turns)) {
    if ('block' in turn) {
      marks.push(rest(x, blockHeight / 2, turn.block, turn.block * blockHeight, 'pause'))
      x += turn.block
      continue
    }
    const part = talk(x, 0, [turn])
    marks.push(...part.marks)
    x = part.end
  }
  return { marks, width: x }
}

function score(turns: readonly FigureTurn[], label: string): Element {
  const { marks, width } = marksOf(turns)
  const above = Math.max(...marks.map(({ up, y, height }) => (up ? height - y : 0)))
  const below = Math.max(...marks.map(({ up, y, height }) => (up ? y : y + height)))
  const [top, height] = [Math.ceil(above) + rim, Math.ceil(above) + Math.ceil(below) + 2 * rim]
  const paths = layersOf(marks).map(({ ink, d }) => element('path', { className: [inkClass[ink]], d }))
  return element(
    'svg',
    { viewBox: `0 ${-top} ${width} ${height}`, width, height, role: 'img', ariaLabel: label },
    ...paths,
    element('path', { className: waterlineClass.split(' '), vectorEffect: 'non-scaling-stroke', d: `M0 0H${width}` }),
  )
}

/** A picture by a role would hide the rows from a screen reader, so the label is a sentence before their list. */
const listed = (label: string, name: string, items: Element[]): Element =>
  element('div', {}, element('p', { className: ['sr-only'] }, label), element('ul', { className: [name] }, ...items))

function bars(rows: readonly BarRow[], label: string): Element {
  const items = rows.map(({ value, front, words }) =>
    element('li', { style: `--v:${value}%` }, element('b', {}, front), ' ', element('span', {}, words)),
  )
  return listed(label, 'bars', items)
}

/** Few dots are large, many are small; all rows of a figure have dots of one size. */
const dotsFor = (most: number) =>
  most <= 60 ? { across: 20, pitch: 16, size: 10 } : { across: 30, pitch: 10.6, size: 7 }

/** Height of the middle of the first row, whatever the size: that is where the words beside it have theirs. */
const firstRow = 5

function dots(count: number, { across, pitch, size }: ReturnType<typeof dotsFor>): Element {
  const place = (step: number, first: number) => Math.round((step * pitch + first) * 10) / 10
  const d = Array.from(
    { length: count },
    (_, index) => `M${place(index % across, size / 2)} ${place(Math.floor(index / across), firstRow)}h0`,
  )
  const height = Math.ceil((Math.ceil(count / across) - 1) * pitch + firstRow + size / 2)
  const path = element('path', {
    className: ['stroke-primary'],
    fill: 'none',
    strokeLinecap: 'round',
    strokeWidth: String(size),
    d: d.join(''),
  })
  return element('svg', { viewBox: `0 0 320 ${height}`, width: 320, height, ariaHidden: 'true' }, path)
}

function people(rows: readonly PeopleRow[], label: string): Element {
  const size = dotsFor(Math.max(...rows.map(({ count }) => count)))
  const items = rows.map(({ count, words }) => element('li', {}, element('span', {}, words), dots(count, size)))
  return listed(label, 'people', items)
}

/** A figure as an element that takes its colours from the theme. Rows are a list, so that they can be read without style. */
export function drawingOf(figure: Figure): Element {
  if (figure.kind === 'score') return score(figure.turns, figure.label)
  if (figure.kind === 'bars') return bars(figure.rows, figure.label)
  return people(figure.rows, figure.label)
}
