/** The picture of a run: a bar for each figure of which something is asked, and a mark where it must end. */
import { tokens } from '@/lib/tokens'
import { isMet, judged, shown, shownBound, type Bound, type Row } from './figures'

type Judged = Row & { must: Bound }

const width = 890
const left = 340
const right = 130
const rowHeight = 24
const barHeight = 12
const space = width - left - right
/** What is longer is drawn broken; its number says how long it is. */
const longest = 3
const broken = (x: number, y: number) =>
  `<path class="break" stroke-width="3" d="M${x - 12} ${y + 9}l6 -18m-1 18l6 -18"/>`

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)

const styleOf = (theme: 'light' | 'dark') => {
  const { bg, text, muted, primary, accent, border } = tokens[theme]
  return `.ground{fill:${bg}}.break{stroke:${bg}}text{fill:${text}}.quiet{fill:${muted}}.met{fill:${primary}}.missed{fill:${accent}}.mark{stroke:${text}}.one{stroke:${border}}`
}

/** The figure in words, for whoever does not see the bar. */
function wordsOf(row: Judged): string {
  const { name, unit, must } = row
  const value = judged(row, must)
  const amount = must.of === 'floor' ? `${shown(value)} times` : `${shown(value)} ${unit}`.trim()
  return `${name}: ${amount}, must be ${shownBound(must, unit).replace('×', 'times').replace('≤', 'at most')}, ${isMet(row, must) ? 'met' : 'missed'}.`
}

/** @param one what is 1 on the scale: the floor, or the bound itself */
function bar(row: Judged, y: number, one: number): string {
  const { name, unit, must } = row
  const at = (value: number) => left + (Math.min(value / one, longest) / longest) * space
  const value = judged(row, must)
  const met = isMet(row, must)
  // What was not seen is longer than anything.
  const isLong = !(value <= longest * one)
  const end = at(isLong ? longest * one : value)
  const mark = at(must.most)
  const middle = y + rowHeight / 2
  const amount = must.of === 'floor' ? `${shown(value)} ×` : `${shown(value)} ${unit}`.trim()
  return [
    `<text x="${left - 10}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>`,
    `<rect class="${met ? 'met' : 'missed'}" x="${left}" y="${middle - barHeight / 2}" width="${Math.max(2, end - left).toFixed(1)}" height="${barHeight}"/>`,
    isLong ? broken(end, middle) : '',
    `<path class="mark" stroke-width="2" d="M${mark.toFixed(1)} ${y + 2}v${rowHeight - 4}"/>`,
    `<text x="${width - right + 10}" y="${middle + 4}">${met ? '✓' : '✗'} ${escaped(amount)}</text>`,
  ].join('')
}

type Group = { title: string; rows: Judged[]; oneOf: (row: Judged) => number }

function drawn({ title, rows, oneOf }: Group, top: number): string {
  const first = top + 34
  const one = left + space / longest
  return [
    `<text class="title" x="${left}" y="${top + 20}">${escaped(title)}</text>`,
    `<path class="one" stroke-dasharray="3 3" d="M${one.toFixed(1)} ${first}v${rows.length * rowHeight}"/>`,
    ...rows.map((row, at) => bar(row, first + at * rowHeight, oneOf(row))),
  ].join('\n')
}

const heightOf = ({ rows }: Group) => 34 + rows.length * rowHeight + 10

/**
 * Draws the figures of which something is asked, in the site's own colours, for light and for dark.
 * @param subtitle where and when they were measured
 */
export function pictureOf(all: readonly Row[], subtitle: string): string {
  const rows = all.filter((row): row is Judged => row.must !== null)
  const groups: Group[] = [
    {
      title: 'Times the floor (dashed: the floor itself; mark: what must be)',
      rows: rows.filter(({ must }) => must.of === 'floor'),
      oneOf: () => 1,
    },
    {
      title: 'Against a limit of its own (dashed and mark: what must be)',
      rows: rows.filter(({ must }) => must.of === 'unit'),
      // A limit of nothing has no length: one of whatever it is fills the scale's first part.
      oneOf: ({ must }: Judged) => must.most || 1,
    },
  ].filter((group) => group.rows.length > 0)
  let top = 60
  const tops = groups.map((group) => {
    const here = top
    top += heightOf(group)
    return here
  })
  const title = 'What Unhurried costs beside the smallest site on the same framework'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${title}</title>
<desc id="desc">${escaped([subtitle, ...rows.map(wordsOf)].join(' '))}</desc>
<style>${styleOf('light')}.title{font-weight:600}@media(prefers-color-scheme:dark){${styleOf('dark')}}</style>
<rect class="ground" width="${width}" height="${top}" rx="6"/>
<text class="title" x="16" y="26" font-size="15">${title}</text>
<text class="quiet" x="16" y="46">${escaped(subtitle)}</text>
${groups.map((group, at) => drawn(group, tops[at] ?? 0)).join('\n')}
</svg>
`
}
