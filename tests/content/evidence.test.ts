import { describe, expect, it } from 'vitest'
import { source, sourcesOf } from '@/lib/content/evidence'

describe('the list of sources', () => {
  it.each([6, 7])('says of fact %i that a professional body reports it', (fact) => {
    const others = sourcesOf(fact).filter((id) => id !== 'asha')
    expect(others.length).toBeGreaterThan(0)
    for (const id of others) expect(source(id).citation, id).toMatch(/, as reported in ASHA’s Practice Portal\.$/)
  })
})
