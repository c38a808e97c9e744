import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSolution, solveChallenge } from '@/lib/contract/proof-of-work'

test('solves a challenge with SHA-256, for its token only', async () => {
  const proof = await solveChallenge({ token: '1764000000000.10.abc-_', bits: 10 })
  const [, seed = '', number = ''] = /^1764000000000\.10\.(abc-_)\.(\d+)$/.exec(proof) ?? []
  expect(createHash('sha256').update(`${seed}.${number}`).digest().readUInt16BE() >>> 6).toBe(0)
  expect(await isSolution(seed, Number(number), 10)).toBe(true)
  expect(await isSolution('another', Number(number), 10)).toBe(false)
})
