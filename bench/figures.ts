/** Figures beside the floor's, and what is asked of them. */

/** The middle one; of an even number the upper of both. What was not seen (NaN) is greater than all; NaN of none. */
export function median(values: readonly number[]): number {
  const seen = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other)
  return seen[values.length >> 1] ?? Number.NaN
}

type Unit = 'KB' | 'MB' | 'µs' | 'ms' | 's' | 'a second' | ''

/** The most that a figure may be: a multiple of what it is compared with, or an amount of its own unit. */
export type Bound = { most: number; of: 'floor' | 'unit' }

export type Row = {
  part: string
  name: string
  unit: Unit
  ours: number
  /** What it is compared with: the floor's figure, unless the name says otherwise. */
  floor: number | null
  must: Bound | null
  reach: Bound | null
}

export const timesFloor = (most: number): Bound => ({ most, of: 'floor' })
export const atMost = (most: number): Bound => ({ most, of: 'unit' })

/** How many times the floor's a figure is; null where there is none, or where it is nothing. */
export const ratioOf = ({ ours, floor }: Row): number | null => (floor === null || floor === 0 ? null : ours / floor)

/** The side of a figure that a bound is about. A multiple of nothing is met by nothing alone. */
export function judged(row: Row, { of }: Bound): number {
  if (of === 'unit') return row.ours
  return ratioOf(row) ?? (row.ours === 0 ? 0 : Number.POSITIVE_INFINITY)
}

/** Whether a figure keeps within a bound; what could not be measured does not. */
export const isMet = (row: Row, bound: Bound): boolean => judged(row, bound) <= bound.most

/** A number as short as it says enough. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return 'not seen'
  if (!Number.isFinite(value)) return '∞'
  const digits = value === 0 || value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return String(Number(value.toFixed(digits)))
}

const withUnit = (value: number, unit: Unit) =>
  unit && !Number.isNaN(value) ? `${shown(value)} ${unit}` : shown(value)

export const shownBound = ({ most, of }: Bound, unit: Unit): string =>
  of === 'floor' ? `≤ ${shown(most)} ×` : `≤ ${withUnit(most, unit)}`

/** The cells of a row: figure, ours, the floor's, how many times, must, reach, and whether it is met. */
export function cellsOf(row: Row): string[] {
  const { name, unit, ours, floor, must, reach } = row
  const ratio = ratioOf(row)
  return [
    name,
    withUnit(ours, unit),
    floor === null ? '' : withUnit(floor, unit),
    ratio === null ? '' : `${shown(ratio)} ×`,
    must ? shownBound(must, unit) : '',
    reach ? `${shownBound(reach, unit)}${isMet(row, reach) ? ' ✓' : ''}` : '',
    must ? (isMet(row, must) ? '✓' : '✗') : '',
  ]
}

/** Lines of a table whose columns stand one below the other; the first column to the left, numbers to the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const head = ['', 'ours', 'floor', 'ratio', 'must', 'reach', '']

/** The whole table, each part under its name. */
export function tableOf(rows: readonly Row[]): string {
  const lines = columns([head, ...rows.map(cellsOf)])
  const parts = rows.map(({ part }) => part)
  const body = rows.flatMap(({ part }, at) => [...(parts[at - 1] === part ? [] : ['', part]), lines[at + 1] ?? ''])
  return [lines[0] ?? '', ...body].join('\n')
}
