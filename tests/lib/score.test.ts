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
})
