import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getSource } from '@/lib/content/pages/evidence'
import { sourcesOf } from './sources-of'

const named: [kind: RegExp, ids: string[]][] = [
  [/survey|asked|respon/i, ['craig-2002', 'zablotsky-2019', 'gerlach-2018', 'stamma', 'boyle-2013']],
  [/interview|questionnaire|observed|examin/i, ['bloye-2023']],
  [/systematic/i, ['brignell-2020']],
  [
    /randomised|phase I\b/i,
    ['brignell-2020', 'connery-2021', 'menzies-2008', 'cbtpsych-2014', 'carey-2010', 'brignell-2021'],
  ],
  [/pooled/i, ['connery-2021']],
  [/cross-sectional/i, ['boyle-2013']],
  [/\bfollow/i, ['reilly-2009', 'reilly-2013', 'menzies-2008', 'beilby-2012', 'carey-2010', 'carey-2014']],
  [/genome-wide/i, ['genome-2025']],
  [/\b(one|two) authors?\b/i, []],
]
const all = Array.from({ length: 33 }, (_, index) => sourcesOf(index + 1)).flat()

describe('the list of sources', () => {
  it('does not claim that ratings stay the same after an apology', () => {
    const text = globSync('content/**/*.md')
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => /\ban apology\b/i.test(line) && /byrd-2017\b|ratings/i.test(line))
    expect(text.length).toBeGreaterThan(3)
    for (const line of text) expect(line).toMatch(/an apology mostly did not improve (them|the ratings)/i)
  })

  it('describes a study’s method only if its summary does', () => {
    for (const id of new Set(all)) {
      const { citation, design, size, limits } = getSource(id)
      const text = [design, size, limits].join(' ')
      const claimed = named.filter(([kind, ids]) => !ids.includes(id) && kind.test(text))
      expect(claimed, `${id}: ${citation}`).toEqual([])
    }
  })
})
