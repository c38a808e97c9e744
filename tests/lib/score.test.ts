import { describe, expect, it } from 'vitest'
import { totalArea, cover, coverHeight, layOutTurns, type Mark, type Sound } from '@/lib/score'

/** The area of a mark, from its dimensions. */
const painted = ({ kind, width, height }: Mark) => width * height * (kind === 'swell' ? Math.PI / 4 : 1)
const slugs = Array.from({ length: 30 }, (_, index) => `a-post-${index}`)
const sum = (marks: Mark[]) => marks.reduce((total, mark) => total + painted(mark), 0)

describe('the law: a rest has the area of the swells beside it', () => {
  it.each<[string, Sound[]]>([
    ['a half circle', [100]],
    ['a prolongation, flatter than a half circle', [[300, 74]]],
    ['typing, narrower and taller', [[25, 34], [25, 34], 40]],
  ])('%s', (_, sounds) => {
    for (const voice of ['above', 'below'] as const) {
      const { marks } = layOutTurns(0, 200, [{ voice, sounds }])
      const loud = marks.filter(({ kind }) => kind === 'swell')
      const silent = marks.filter(({ kind }) => kind === 'rest')
      expect(sum(silent)).toBeCloseTo(sum(loud), 6)
      expect(sum(loud)).toBeCloseTo(totalArea(sounds), 6)
    }
  })

  it('holds for every rotation of every cover', () => {
    for (const slug of slugs) {
      const { marks, line } = cover(slug, 2600, 'band')
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
})

describe('covers', () => {
  const loud = ({ kind }: Mark) => kind === 'swell'

  it('fits whole turns between two pauses into a box', () => {
    const width = 400
    for (const slug of slugs) {
      const { marks, line } = cover(slug, width, 'box')
      const [first, last] = [marks[0], marks.at(-1)]
      for (const end of [first, last]) expect(end).toMatchObject({ kind: 'rest', ink: 'pause', y: line + 2.5 })
      expect(first?.x).toBe(0)
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(width, 6)
      expect(Math.min(first?.width ?? 0, last?.width ?? 0)).toBeGreaterThan(8)
      expect(marks.some(loud)).toBe(true)
      for (const { y, height, up } of marks) {
        expect(up ? y - height : y).toBeGreaterThan(20)
        expect(up ? y : y + height).toBeLessThan(coverHeight - 20)
      }
    }
  })

  it('starts a band like the box, and fills its width', () => {
    const turns = (marks: readonly Mark[]) => marks.filter(loud).map(({ ink }) => ink)
    for (const slug of slugs) {
      const { marks: box } = cover(slug, 400, 'box')
      const { marks: band, end } = cover(slug, 1950, 'band')
      expect(turns(band).slice(0, turns(box).length)).toEqual(turns(box))
      expect(band[0]).toMatchObject({ ink: 'pause', x: 0 })
      expect(Math.max(...band.map(({ x, width }) => x + width))).toBeCloseTo(end, 6)
      expect(end).toBeGreaterThanOrEqual(1950)
      expect(end).toBeLessThan(2800)
      expect(Math.min(...band.map(({ up, y, height }) => (up ? y - height : y)))).toBeGreaterThan(20)
      expect(Math.max(...band.map(({ up, y, height }) => (up ? y : y + height)))).toBeLessThan(coverHeight - 20)
    }
  })

  it('is stable for a slug, and differs between slugs', () => {
    const drawn = slugs.map((slug) => JSON.stringify(cover(slug, 400, 'box')))
    expect(slugs.map((slug) => JSON.stringify(cover(slug, 400, 'box')))).toEqual(drawn)
    expect(new Set(drawn).size).toBe(slugs.length)
  })
})
