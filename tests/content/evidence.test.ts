import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { source, sourcesOf } from '@/lib/content/pages/evidence'

/** Kinds of study, and of which sources the list of facts names them. Of the others none may be said. */
const named: [kind: RegExp, ids: string[]][] = [
  [/survey|asked|respon/i, ['gerlach-2018', 'stamma', 'boyle-2013']],
  [/interview|questionnaire|observed|examin/i, []],
  [/systematic/i, ['brignell-2020']],
  [/randomised|phase I\b/i, ['connery-2021', 'menzies-2008', 'cbtpsych-2014', 'carey-2010']],
  [/pooled/i, ['connery-2021']],
  [/cross-sectional/i, ['boyle-2013']],
  [/\bfollow/i, ['menzies-2008', 'beilby-2012', 'carey-2010', 'carey-2014']],
  [/genome-wide/i, ['genome-2025']],
  [/\b(one|two) authors?\b/i, []],
]
const all = Array.from({ length: 33 }, (_, index) => sourcesOf(index + 1)).flat()

describe('the list of sources', () => {
  it.each([6, 7])('says of fact %i that a professional body reports it', (fact) => {
    const others = sourcesOf(fact).filter((id) => id !== 'asha')
    expect(others.length).toBeGreaterThan(0)
    for (const id of others) expect(source(id).citation, id).toMatch(/, as reported in ASHA’s Practice Portal\.$/)
  })

  it('has not said that ratings stay as they are after an apology: they mostly did not improve', () => {
    const said = globSync('content/**/*.md')
      .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      .filter((line) => /\ban apology\b/i.test(line) && /byrd-2017\b|ratings/i.test(line))
    expect(said.length).toBeGreaterThan(3)
    for (const line of said) expect(line).toMatch(/an apology mostly did not improve (them|the ratings)/i)
  })

  it('says how a study was made only where the facts say it', () => {
    for (const id of new Set(all)) {
      const { citation, design, size, limits } = source(id)
      // What is said to be unknown claims nothing.
      const said = [design, size, ...limits.split(/(?<=\.) /)].filter(
        (text) => !text?.includes('The summary we read doesn’t'),
      )
      const claimed = named.filter(([kind, ids]) => !ids.includes(id) && kind.test(said.join(' ')))
      expect(claimed, `${id}: ${citation}`).toEqual([])
    }
  })

  it('claims no interviews: of no study do the facts say so', () => {
    const files = ['content/evidence.json', ...globSync('content/**/*.md'), ...globSync('{app,components}/**/*.tsx')]
    const claims = files.filter((file) => /\binterviewed\b|\binterviews\b/i.test(readFileSync(file, 'utf8')))
    expect(claims).toEqual([])
  })
})
