import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashStart, isSolution, seedOf, findSolution } from '@/lib/contract/proof-of-work'

const reference = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

test('hashes as SHA-256 does, at every length that fits into a block', () => {
  for (let length = 0; length <= 55; length++) {
    for (let n = 0; n < 20; n++) {
      const text = randomBytes(48).toString('base64url').slice(0, length)
      expect(hashStart(text), text).toBe(reference(text))
    }
  }
  expect(() => hashStart('x'.repeat(56))).toThrow(RangeError)
})

test.each([1, 8, 12])('finds a solution of %i bits for one seed only', (bits) => {
  const seed = randomBytes(32).toString('base64url')
  const number = findSolution(seed, bits, 0, 1_000_000) ?? -1
  expect(isSolution(seed, number, bits)).toBe(true)
  expect(reference(`${seed}.${number}`) >>> (32 - bits)).toBe(0)
  const others = Array.from({ length: 20 }, (_, n) => isSolution(`${seed.slice(0, -2)}${10 + n}`, number, bits))
  if (bits >= 8) expect(others).toContain(false)
})

test.each([[-1], [1.5], [Number.NaN], [Infinity], [2 ** 60]])('rejects the solution %d', (number) => {
  expect(isSolution('seed', number, 0)).toBe(false)
})

test('stops after the given number of attempts', () => {
  expect(findSolution('seed', 32, 0, 100)).toBeNull()
})

test('uses a token’s signature as the seed', () => {
  expect(seedOf('1764000000000.15.abc-_')).toBe('abc-_')
})
