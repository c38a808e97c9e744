import { expect, test } from 'vitest'
import { atMost, cellsOf, columns, isMet, median, ratioOf, shown, tableOf, timesFloor, type Row } from '@/bench/figures'

const row = (given: Partial<Row>): Row => ({
  part: 'Pages',
  name: 'script',
  unit: 'KB',
  ours: 4,
  floor: null,
  must: null,
  reach: null,
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
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle)
})

test('a median leaves the order of what it was given', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})

test.each<[number, number | null, number | null]>([
  [6, 4, 1.5],
  [0, 4, 0],
  [6, null, null],
  [6, 0, null],
])('%d beside a floor of %o is %o times it', (ours, floor, ratio) => {
  expect(ratioOf(row({ ours, floor }))).toBe(ratio)
})

test.each<[string, Partial<Row>, boolean]>([
  ['an amount at its limit', { ours: 8, must: atMost(8) }, true],
  ['an amount above it', { ours: 8.01, must: atMost(8) }, false],
  ['a multiple at its limit', { ours: 21, floor: 20, must: timesFloor(1.05) }, true],
  ['a multiple above it', { ours: 22, floor: 20, must: timesFloor(1.05) }, false],
  ['an amount whose ratio alone is high', { ours: 8, floor: 1, must: atMost(8) }, true],
  ['nothing beside nothing', { ours: 0, floor: 0, must: timesFloor(0.2) }, true],
  ['something beside nothing', { ours: 1, floor: 0, must: timesFloor(0.2) }, false],
  ['a multiple without a floor', { ours: 1, must: timesFloor(2) }, false],
  ['what was not seen', { ours: Number.NaN, must: atMost(50) }, false],
  ['what was not seen beside a floor', { ours: Number.NaN, floor: 1, must: timesFloor(2) }, false],
])('%s: met is %o', (_, given, met) => {
  const one = row(given)
  expect(one.must && isMet(one, one.must)).toBe(met)
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
])('%d is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test('a row says what was measured, what is asked and whether it is met', () => {
  const asked = { must: timesFloor(0.5), reach: timesFloor(0.3) }
  expect(cellsOf(row({ ours: 40, floor: 100, ...asked }))).toEqual([
    'script',
    '40 KB',
    '100 KB',
    '0.4 ×',
    '≤ 0.5 ×',
    '≤ 0.3 ×',
    '✓',
  ])
  expect(cellsOf(row({ ours: 30, floor: 100, ...asked })).slice(-2)).toEqual(['≤ 0.3 × ✓', '✓'])
  expect(cellsOf(row({ ours: 60, floor: 100, ...asked })).slice(-2)).toEqual(['≤ 0.3 ×', '✗'])
})

test('of a figure of which nothing is asked a row says neither', () => {
  expect(cellsOf(row({ ours: 2 }))).toEqual(['script', '2 KB', '', '', '', '', ''])
})

test('the cells of a column end one below the other', () => {
  expect(
    columns([
      ['a', '1', 'x'],
      ['long', '200', 'y'],
      ['b', '30', ''],
    ]),
  ).toEqual(['a       1  x', 'long  200  y', 'b      30'])
})

test('a table has each part once, before its rows', () => {
  const rows = [row({ name: 'one' }), row({ name: 'two' }), row({ part: 'Server', name: 'three' })]
  const firstWords = tableOf(rows)
    .split('\n')
    .map((line) => line.trim().split(' ')[0])
  expect(firstWords).toEqual(['ours', '', 'Pages', 'one', 'two', '', 'Server', 'three'])
})
