import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { atMost, timesFloor, type Bound, type Row } from '@/bench/figures'
import { pictureOf } from '@/bench/picture'
import { tokens } from '@/lib/tokens'

const row = (name: string, ours: number, floor: number | null, must: Bound | null): Row => ({
  part: 'Pages',
  name,
  unit: 'ms',
  ours,
  floor,
  must,
  reach: null,
})

const rows = [
  row('LCP <slowest> & "last"', 900, 1000, timesFloor(1.05)),
  row('TBT', 500, 1000, timesFloor(0.2)),
  row('menu', 40, null, atMost(50)),
  row('search', 90, null, atMost(50)),
  row('pages ahead', 0, null, atMost(0)),
  row('not judged', 7, 7, null),
]
const picture = pictureOf(rows, '2026-11-22, 2 cores')

type Bar = { class: string; width: number }
const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(picture).svg as {
  title: { '#text': string }
  desc: { '#text': string }
  rect: { class: string; width: string }[]
  role: string
  'aria-labelledby': string
}
const bars: Bar[] = parsed.rect.slice(1).map((each) => ({ class: each.class, width: Number(each.width) }))

test('the picture is well-formed, whatever a figure is called', () => {
  expect(XMLValidator.validate(picture)).toBe(true)
})

test('every figure of which something is asked has a bar that says whether it is met', () => {
  expect(bars.map((bar) => bar.class)).toEqual(['met', 'missed', 'met', 'missed', 'met'])
  expect(picture).not.toContain('not judged')
  expect(picture.match(/>[✓✗] /g)).toHaveLength(5)
})

test('bars are as long as their ratios are', () => {
  const [lcp, tbt, menu, search] = bars
  expect((lcp?.width ?? 0) / (tbt?.width ?? 1)).toBeCloseTo(0.9 / 0.5, 2)
  expect((search?.width ?? 0) / (menu?.width ?? 1)).toBeCloseTo(90 / 40, 2)
})

test('no bar is longer than the scale, and none of something is invisible', () => {
  const far = pictureOf([row('far', 1e9, 1, timesFloor(1)), row('lost', Number.NaN, 1, timesFloor(1))], '')
  const near = pictureOf([row('near', 1, 1e9, timesFloor(1))], '')
  const widths = (text: string) =>
    [...text.matchAll(/class="(?:met|missed)" [^>]*width="([\d.]+)"/g)].map(([, w]) => Number(w))
  expect(widths(far)).toEqual([420, 420])
  expect(widths(near)).toEqual([2])
  const breaks = (text: string) => text.match(/class="break"/g)?.length ?? 0
  expect([breaks(far), breaks(near), breaks(picture)]).toEqual([2, 0, 0])
})

test('whoever does not see it is told the same', () => {
  expect(parsed.role).toBe('img')
  expect(parsed['aria-labelledby']).toBe('title desc')
  const words = String(parsed.desc['#text'])
  expect(words).toContain('TBT: 0.5 times, must be at most 0.2 times, missed.')
  expect(words).toContain('menu: 40 ms, must be at most 50 ms, met.')
})

test('its colours are those of the site, in both themes', () => {
  const allowed = new Set<string>([...Object.values(tokens.light), ...Object.values(tokens.dark)])
  const used = picture.match(/#[0-9a-f]{6}\b/g) ?? []
  expect(used.filter((colour) => !allowed.has(colour))).toEqual([])
  expect(used).toEqual(expect.arrayContaining([tokens.light.bg, tokens.dark.bg, tokens.light.text, tokens.dark.text]))
  expect(picture).toContain('@media(prefers-color-scheme:dark)')
})
