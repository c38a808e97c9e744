import { describe, expect, it } from 'vitest'
import { areaOf, cover, rest, swells, talk, type Mark, type Sound } from '@/components/ui/score'

/** The area that a mark paints, from its own measures. */
const painted = ({ kind, width, height }: Mark) => width * height * (kind === 'swell' ? Math.PI / 4 : 1)
const sum = (marks: Mark[]) => marks.reduce((total, mark) => total + painted(mark), 0)

describe('the law: a rest has the area of the swells beside it', () => {
  it.each<[string, Sound[]]>([
    ['a half circle', [100]],
    ['a repetition', [56, 56, 56, 332]],
    ['a prolongation, flatter than a half circle', [[300, 74]]],
    ['typing, narrower and taller', [[25, 34], [25, 34], 40]],
  ])('%s', (_, sounds) => {
    for (const voice of ['above', 'below'] as const) {
      const { marks } = talk(0, 200, [{ voice, sounds }])
      const loud = marks.filter(({ kind }) => kind === 'swell')
      const silent = marks.filter(({ kind }) => kind === 'rest')
      expect(sum(silent)).toBeCloseTo(sum(loud), 6)
      expect(sum(loud)).toBeCloseTo(areaOf(sounds), 6)
    }
  })

  it('holds in every turn of every cover, and a cover is the same each time', () => {
    for (const slug of ['is-there-a-cure', 'the-telephone', 'x', '']) {
      const { marks, line } = cover(slug, 2600, 240)
      expect(cover(slug, 2600, 240).marks).toEqual(marks)
      const rests = marks.filter(({ kind, ink }) => kind === 'rest' && ink !== 'pause')
      expect(rests.length).toBeGreaterThan(3)
      for (const silent of rests) {
        const beside = marks.filter(
          ({ kind, x }) => kind === 'swell' && x >= silent.x - 1e-6 && x < silent.x + silent.width - 1e-6,
        )
        expect(sum(beside)).toBeCloseTo(painted(silent), 6)
        expect(beside.every(({ up, y }) => up !== silent.up && y === line)).toBe(true)
      }
    }
  })

  it('gives a rest its height from the area that it has to weigh', () => {
    expect(painted(rest(0, 0, 12, areaOf([80]), 'pause'))).toBeCloseTo(areaOf([80]), 6)
  })
})

describe('laying out', () => {
  it('sets swells side by side on one line', () => {
    expect(swells(10, 50, [20, [30, 5]], 'above').map(({ x, y, height }) => [x, y, height])).toEqual([
      [10, 50, 10],
      [30, 50, 5],
    ])
  })

  it('puts a pause astride the line and says where a talk ends', () => {
    const { marks, end } = talk(5, 100, [{ pause: 40 }, { voice: 'below', sounds: [60] }])
    expect(end).toBe(105)
    const [pause] = marks
    expect(pause).toMatchObject({ ink: 'pause', y: 104.5, height: 9, up: true })
  })

  it('gives different slugs different covers', () => {
    expect(cover('one', 480, 240).marks).not.toEqual(cover('two', 480, 240).marks)
  })
})
