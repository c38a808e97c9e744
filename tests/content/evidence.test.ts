import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { source, sourcesOf } from '@/lib/content/evidence'

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

  it('claims no interviews: of no study do the facts say so', () => {
    const files = ['content/evidence.json', ...globSync('content/**/*.md'), ...globSync('{app,components}/**/*.tsx')]
    const claims = files.filter((file) => /\binterviewed\b|\binterviews\b/i.test(readFileSync(file, 'utf8')))
    expect(claims).toEqual([])
  })
})
