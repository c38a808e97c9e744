import { expect, test } from 'vitest'
import {
  atMost,
  cellsOf,
  columns,
  isMet,
  markdownOf,
  median,
  ratioOf,
  shown,
  tableOf,
  timesBaseline,
  type Row,
} from '@/bench/table'

const row = (given: Partial<Row>): Row => ({
  part: 'Pages',
  name: 'script',
  unit: 'KB',
  ours: 4,
  baseline: null,
  limit: null,
  ...given,
})

test.each<[readonly number[], number]>([
  [[7], 7],
  [[9, 1, 5], 5],
  [[100, 20, 3], 20],
  [[1, 2, 3, 4], 3],
  [[], Number.NaN],
  [[Number.NaN, 2, 1], 2],
  [[Number.NaN, 2, Number.NaN], Number.NaN],
])('computes the median of %j as %d', (values, middle) => {
  expect(median(values)).toBe(middle)
})

test('does not reorder the input of the median', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test.each<[number, number | null, number | null]>([
  [6, 4, 1.5],
  [0, 4, 0],
  [6, null, null],
  [6, 0, null],
])('shows %d over a baseline of %o as a ratio of %o', (ours, baseline, ratio) => {
  expect(ratioOf(row({ ours, baseline }))).toBe(ratio)
})

test.each<[string, Partial<Row>, boolean]>([
  ['an amount at its limit', { ours: 8, limit: atMost(8) }, true],
  ['an amount above it', { ours: 8.01, limit: atMost(8) }, false],
  ['a multiple at its limit', { ours: 21, baseline: 20, limit: timesBaseline(1.05) }, true],
  ['a multiple above it', { ours: 22, baseline: 20, limit: timesBaseline(1.05) }, false],
  ['an amount whose ratio alone is high', { ours: 8, baseline: 1, limit: atMost(8) }, true],
  ['no value and no baseline value', { ours: 0, baseline: 0, limit: timesBaseline(0.2) }, true],
  ['a value over a baseline of zero', { ours: 1, baseline: 0, limit: timesBaseline(0.2) }, false],
  ['a multiple without a baseline', { ours: 1, limit: timesBaseline(2) }, false],
  ['a missing value', { ours: Number.NaN, limit: atMost(50) }, false],
  ['a missing value with a baseline', { ours: Number.NaN, baseline: 1, limit: timesBaseline(2) }, false],
])('%s: met is %o', (_, given, met) => {
  const one = row(given)
  expect(one.limit && isMet(one, one.limit)).toBe(met)
})

test.each<[number, string]>([
  [0, '0'],
  [0.0333, '0.033'],
  [0.15, '0.15'],
  [1.049, '1.05'],
  [13.56, '13.6'],
  [137_913, '137913'],
  [Number.NaN, 'not seen'],
  [Number.POSITIVE_INFINITY, '∞'],
])('formats %d as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test('shows figures, ratio, limit and result in a row', () => {
  const limit = timesBaseline(0.5)
  expect(cellsOf(row({ ours: 40, baseline: 100, limit }))).toEqual([
    'script',
    '40 KB',
    '100 KB',
    '0.4 ×',
    '≤ 0.5 ×',
    '✓',
  ])
  expect(cellsOf(row({ ours: 60, baseline: 100, limit })).slice(-2)).toEqual(['≤ 0.5 ×', '✗'])
})

test('shows no limit or result without a limit', () => {
  expect(cellsOf(row({ ours: 2 }))).toEqual(['script', '2 KB', '', '', '', ''])
})

test('lists only figures with a limit in Markdown', () => {
  const rows = [row({ name: 'one' }), row({ name: 'two', limit: atMost(8) })]
  expect(markdownOf(rows).split('\n').slice(2)).toEqual(['| two | 4 KB |  |  | ≤ 8 KB | ✓ |'])
})

test('aligns columns', () => {
  expect(
    columns([
      ['a', '1', 'x'],
      ['long', '200', 'y'],
      ['b', '30', ''],
    ]),
  ).toEqual(['a       1  x', 'long  200  y', 'b      30'])
})

test('names each part once, before its rows', () => {
  const rows = [row({ name: 'one' }), row({ name: 'two' }), row({ part: 'Server', name: 'three' })]
  const firstWords = tableOf(rows)
    .split('\n')
    .map((line) => line.trim().split(' ')[0])
  expect(firstWords).toEqual(['ours', '', 'Pages', 'one', 'two', '', 'Server', 'three'])
})
