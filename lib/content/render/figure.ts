import type { Sound, Turn } from '@/lib/score'

/** A turn of a talk, or a block: somebody at work on a word that is not heard. */
export type FigureTurn = Turn | { block: number }
export type BarRow = { value: number; front: string; words: string }
export type PeopleRow = { count: number; words: string }

/** A figure that is written as lines of text and drawn by the site. */
export type Figure = {
  /** Said to whoever cannot see the drawing. */
  label: string
  /** A line of Markdown. */
  caption: string
} & ({ kind: 'score'; turns: FigureTurn[] } | { kind: 'bars'; rows: BarRow[] } | { kind: 'people'; rows: PeopleRow[] })

const figureKinds = ['score', 'bars', 'people'] as const
export type FigureKind = (typeof figureKinds)[number]

export const isFigureKind = (text: string | null | undefined): text is FigureKind =>
  figureKinds.some((kind) => kind === text)

const bounds = { sound: [20, 260], height: [10, 130], silence: [10, 400], total: 1000, rows: 24, people: 400 } as const

/** What a line should have been. */
class Expected extends Error {}

function numberWithin(text: string, [least, most]: readonly [number, number], what: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value < least || value > most) {
    throw new Expected(`${what} from ${least} to ${most}, found “${text}”`)
  }
  return value
}

function soundOf(text: string): Sound {
  const [width = '', height, ...more] = text.split('x')
  if (more.length > 0) throw new Expected(`a sound as a width or as width x height (190x45), found “${text}”`)
  const wide = numberWithin(width, bounds.sound, 'a width')
  return height === undefined ? wide : [wide, numberWithin(height, bounds.height, 'a height')]
}

function turnOf(line: string): FigureTurn {
  const [name = '', ...parts] = line.split(/\s+/)
  if (name === 'above' || name === 'below') {
    if (parts.length === 0) throw new Expected(`the widths of sounds after “${name}”`)
    return { voice: name, sounds: parts.map(soundOf) }
  }
  if (name !== 'pause' && name !== 'block') throw new Expected('a line that begins with above, below, pause or block')
  if (parts.length !== 1) throw new Expected(`one width after “${name}”`)
  const width = numberWithin(parts[0] ?? '', bounds.silence, 'a width')
  return name === 'pause' ? { pause: width } : { block: width }
}

function cells(line: string, count: number, form: string): string[] {
  const parts = line.split('|').map((part) => part.trim())
  if (parts.length !== count || parts.includes('')) throw new Expected(`“${form}”`)
  return parts
}

function barOf(line: string): BarRow {
  const [value = '', front = '', words = ''] = cells(line, 3, 'value | what stands in front | words')
  return { value: numberWithin(value, [0, 100], 'a value'), front, words }
}

function peopleOf(line: string): PeopleRow {
  const [count = '', words = ''] = cells(line, 2, 'number of people | words')
  if (count.includes('.')) throw new Expected(`a whole number of people, found “${count}”`)
  return { count: numberWithin(count, [1, bounds.people], 'a number of people'), words }
}

const widthOf = (turn: FigureTurn): number => {
  if ('pause' in turn) return turn.pause
  if ('block' in turn) return turn.block
  return turn.sounds.reduce<number>((sum, sound) => sum + (typeof sound === 'number' ? sound : sound[0]), 0)
}

/**
 * The lines of a figure, read and checked.
 * @throws {Error} naming the line, and what was expected there
 */
export function parseFigure(kind: FigureKind, text: string): Figure {
  const named = new Map<string, string>()
  const lines: { line: string; n: number }[] = []
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    const [, name, value] = /^(label|caption):\s*(.*)$/.exec(line) ?? []
    if (name && value) named.set(name, value)
    else if (line) lines.push({ line, n: index + 1 })
  }
  const [label, caption] = ['label', 'caption'].map((name) => {
    const value = named.get(name)
    if (!value) throw new Error(`figure “${kind}”: expected a line “${name}: …”`)
    return value
  }) as [string, string]
  const read = <T>(one: (line: string) => T): T[] => {
    if (lines.length === 0) throw new Error(`figure “${kind}”: expected lines after the caption`)
    if (lines.length > bounds.rows) throw new Error(`figure “${kind}”: expected at most ${bounds.rows} lines`)
    return lines.map(({ line, n }) => {
      try {
        return one(line)
      } catch (error) {
        if (!(error instanceof Expected)) throw error
        throw new Error(`figure “${kind}”, line ${n} (“${line}”): expected ${error.message}`, { cause: error })
      }
    })
  }
  if (kind === 'bars') return { kind, label, caption, rows: read(barOf) }
  if (kind === 'people') return { kind, label, caption, rows: read(peopleOf) }
  const turns = read(turnOf)
  const total = turns.reduce((sum, turn) => sum + widthOf(turn), 0)
  if (total > bounds.total) throw new Error(`figure “score”: expected at most ${bounds.total} in all, found ${total}`)
  return { kind, label, caption, turns }
}
