import { expect, test } from 'vitest'
import { pictureProblem } from '@/lib/browser/picture-file'

const limit = 5 * 1024 * 1024

test.each([
  ['image/png', limit],
  ['image/jpeg', 1],
  ['image/webp', 1000],
])('%s of %i bytes is accepted', (type, size) => {
  expect(pictureProblem({ type, size })).toBeNull()
})

test.each([
  ['image/png', limit + 1, /larger than 5 MB/],
  ['image/png', 0, /empty/],
  ['image/gif', 10, /PNG, JPEG or WebP/],
  ['image/svg+xml', 10, /PNG, JPEG or WebP/],
  ['', 10, /PNG, JPEG or WebP/],
])('%s of %i bytes is refused in a sentence', (type, size, sentence) => {
  expect(pictureProblem({ type, size })).toMatch(sentence)
})
