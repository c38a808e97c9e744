import { describe, expect, it } from 'vitest'
import { type FigureKind, marksOf, parseFigure } from '@/lib/content/render/figure'
import { elementsIn, isElement, textOf } from '@/lib/content/render/markdown'
import { renderMarkdown } from './rendered'
import type { Mark } from '@/lib/score'
import { parsed } from './parsed'

const head = 'label: What is to be seen.\ncaption: What it is.'
const fence = (kind: string, lines: string) => `\`\`\`${kind}\n${lines}\n\`\`\``
const painted = ({ kind, width, height }: Mark) => width * height * (kind === 'swell' ? Math.PI / 4 : 1)
const sum = (marks: Mark[]) => marks.reduce((total, mark) => total + painted(mark), 0)

describe('the lines of a figure', () => {
  it('are parsed', () => {
    expect(parseFigure('score', `${head}\nabove 26 26 150\n\nbelow 190x45\npause 40\nblock 190`)).toEqual({
      kind: 'score',
      label: 'What is to be seen.',
      caption: 'What it is.',
      turns: [
        { voice: 'above', sounds: [26, 26, 150] },
        { voice: 'below', sounds: [[190, 45]] },
        { pause: 40 },
        { block: 190 },
      ],
    })
    expect(parseFigure('bars', `${head}\n14.3 | 1 in 7 | had been hung up on`)).toMatchObject({
      rows: [{ value: 14.3, front: '1 in 7', words: 'had been hung up on' }],
    })
    expect(parseFigure('people', `${head}\n400 | 400 people`)).toMatchObject({ rows: [{ count: 400 }] })
  })

  it.each<[FigureKind, string, string]>([
    ['score', 'caption: x\nabove 60', 'expected a line “label: …”'],
    ['score', 'label: x\nabove 60', 'expected a line “caption: …”'],
    ['bars', head, 'expected lines after the caption'],
    ['score', `${head}\nabove 60\nover 60`, 'line 4 (“over 60”): expected a line that begins with above, below, pause'],
    ['score', `${head}\nabove`, 'expected the widths of sounds after “above”'],
    ['score', `${head}\nabove 19`, 'expected a width from 20 to 260, found “19”'],
    ['score', `${head}\nabove 60x500`, 'expected a height from 10 to 130'],
    ['score', `${head}\nabove 60x40x2`, 'width x height'],
    ['score', `${head}\npause 10 20`, 'one width after “pause”'],
    ['score', `${head}\n${'pause 400\n'.repeat(3)}`, 'at most 1000 in all, found 1200'],
    ['bars', `${head}\n65 | had problems`, 'line 3 (“65 | had problems”): expected “value | label | text”'],
    ['bars', `${head}\n101 | 101 | x`, 'expected a value from 0 to 100, found “101”'],
    ['bars', `${head}\n${'1 | 1 | x\n'.repeat(25)}`, 'at most 24 lines'],
    ['people', `${head}\n401 | many`, 'from 1 to 400'],
    ['people', `${head}\n1.5 | x`, 'a whole number of people'],
  ])('with %s are rejected: %j', (kind, lines, message) => {
    expect(() => parseFigure(kind, lines)).toThrow(message)
  })

  it('fail the post’s rendering', async () => {
    await expect(renderMarkdown(fence('bars', `${head}\nx`))).rejects.toThrow('figure “bars”, line 3 (“x”)')
    await expect(renderMarkdown(fence('score', 'label: a\ncaption: ![x](/a.jpg)\n\nb'))).rejects.toThrow(
      'figure “score”',
    )
  })
})

describe('a drawn talk', () => {
  const { marks, width } = marksOf([
    { voice: 'below', sounds: [70, 60] },
    { pause: 40 },
    { block: 190 },
    { voice: 'above', sounds: [26, 26, 26, [190, 45]] },
  ])

  it('gives a rest the area of the sounds next to it', () => {
    expect(width).toBe(70 + 60 + 40 + 190 + 26 * 3 + 190)
    for (const voice of ['above', 'below'] as const) {
      const swells = marks.filter(({ kind, ink }) => kind === 'swell' && ink === voice)
      const rests = marks.filter(({ ink }) => ink === (voice === 'above' ? 'below-rest' : 'above-rest'))
      expect(sum(rests)).toBeCloseTo(sum(swells), 6)
      expect(rests.every(({ up }) => swells.every((swell) => swell.up !== up))).toBe(true)
    }
  })
})

describe('figures in a post', () => {
  it('are numbered, described, and cite with the text', async () => {
    const score = fence('score', 'label: A talk.\ncaption: One.[^nidcd]\nabove 60')
    const people = fence('people', 'label: Three dots.\ncaption: _Two_.[^stamma]\n3 | 3 people')
    const { html, contents } = await renderMarkdown(`${score}\n\nText.[^stamma]\n\n${people}`)
    const figures = parsed(html).filter((node) => isElement(node, 'figure'))
    expect(figures.map((figure) => textOf(figure).trim())).toEqual([
      'Figure 1. One.1',
      'Three dots.3 peopleFigure 2. Two.2',
    ])
    expect(
      parsed(html)
        .filter(({ properties }) => properties.role === 'img')
        .map(({ properties }) => properties.ariaLabel),
    ).toEqual(['A talk.'])
    expect(contents.map(({ text }) => text)).toEqual(['Sources'])
    expect(html).toContain('class="fill-primary"')
  })

  it.each([
    ['bars', '14.3 | 1 in 7 | had been hung up on', '1 in 7 had been hung up on'],
    ['people', '3 | 3 people', '3 people'],
  ])('are a readable list without style or sight, if %s', async (kind, line, words) => {
    const tree = parsed((await renderMarkdown(fence(kind, `${head}\n${line}`))).html)
    const list = tree.find((node) => isElement(node, 'ul'))
    expect(list && [...elementsIn(list)].filter((node) => isElement(node, 'li')).map((each) => textOf(each))).toEqual([
      words,
    ])
    expect(tree.find((node) => isElement(node, 'p'))).toMatchObject({ properties: { className: ['sr-only'] } })
    // The role `img` hides its content from screen readers.
    expect(tree.filter(({ properties }) => properties.role !== undefined)).toEqual([])
    const drawn = tree.filter((node) => isElement(node, 'svg'))
    expect(drawn.every(({ properties }) => properties.ariaHidden === 'true')).toBe(true)
  })

  it('have a dot per person', async () => {
    const { html } = await renderMarkdown(fence('people', `${head}\n276 | many\n3 | few`))
    const dots = parsed(html).filter((node) => isElement(node, 'path'))
    expect(dots.map(({ properties }) => String(properties.d).split('M').length - 1)).toEqual([276, 3])
  })
})
