/** Figures beside the baseline's, their limits, and the printed table. */

/** The middle value; of an even number the upper one. NaN counts as the greatest. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((one, other) => one - other)
  return sorted[values.length >> 1] ?? Number.NaN
}

type Unit = 'KB' | 'MB' | 'µs' | 'ms' | 's' | 'a second' | ''

/** A multiple of the baseline's figure, or an amount in the figure's own unit. */
export type Limit = { most: number; of: 'baseline' | 'unit' }

export const timesBaseline = (most: number): Limit => ({ most, of: 'baseline' })
export const atMost = (most: number): Limit => ({ most, of: 'unit' })

export type Row = {
  part: string
  name: string
  unit: Unit
  ours: number
  /** The baseline's figure, unless the name says otherwise. */
  baseline: number | null
  limit: Limit | null
}

export const ratioOf = ({ ours, baseline }: Row): number | null =>
  baseline === null || baseline === 0 ? null : ours / baseline

/** The value to compare with the limit: our figure, or its ratio to the smallest project. */
function limitedValue(row: Row, { of }: Limit): number {
  if (of === 'unit') return row.ours
  return ratioOf(row) ?? (row.ours === 0 ? 0 : Number.POSITIVE_INFINITY)
}

/** A figure that could not be measured (NaN) is not within its limit. */
export const isMet = (row: Row, limit: Limit): boolean => limitedValue(row, limit) <= limit.most

export function shown(value: number): string {
  if (Number.isNaN(value)) return 'not seen'
  if (!Number.isFinite(value)) return '∞'
  const digits = value === 0 || value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return String(Number(value.toFixed(digits)))
}

const withUnit = (value: number, unit: Unit) =>
  unit && !Number.isNaN(value) ? `${shown(value)} ${unit}` : shown(value)

const shownLimit = ({ most, of }: Limit, unit: Unit): string =>
  of === 'baseline' ? `≤ ${shown(most)} ×` : `≤ ${withUnit(most, unit)}`

/** Name, ours, the baseline's, ratio, limit, and whether it is met. */
export function cellsOf(row: Row): string[] {
  const { name, unit, ours, baseline, limit } = row
  const ratio = ratioOf(row)
  return [
    name,
    withUnit(ours, unit),
    baseline === null ? '' : withUnit(baseline, unit),
    ratio === null ? '' : `${shown(ratio)} ×`,
    limit ? shownLimit(limit, unit) : '',
    limit ? (isMet(row, limit) ? '✓' : '✗') : '',
  ]
}

/** Aligned lines: the first column to the left, the others to the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const head = ['', 'ours', 'baseline', 'ratio', 'limit', '']

/** The whole table, each part under its name. */
export function tableOf(rows: readonly Row[]): string {
  const lines = columns([head, ...rows.map(cellsOf)])
  const parts = rows.map(({ part }) => part)
  const body = rows.flatMap(({ part }, at) => [...(parts[at - 1] === part ? [] : ['', part]), lines[at + 1] ?? ''])
  return [lines[0] ?? '', ...body].join('\n')
}

/** The rows with a limit as a Markdown table. */
export function markdownOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const limitedRows = rows.filter(({ limit }) => limit !== null)
  return [line(head), line(head.map(() => '-')), ...limitedRows.map((row) => line(cellsOf(row)))].join('\n')
}
