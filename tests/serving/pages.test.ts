import { expect, test } from 'vitest'
import { pageMemory } from '@/server/pages'

const page = (n: number, bytes: number) =>
  Buffer.from(`<!DOCTYPE html><html><body><script>bad(${n})</script>${'x'.repeat(bytes)}</body></html>`)

test('a page is read once for as long as it stays the same', () => {
  const refused: string[] = []
  const read = pageMemory(new Set(), (text) => refused.push(text))
  expect(read(page(1, 10))).toBe(read(page(1, 10)))
  expect(read(page(2, 10))).not.toBe(read(page(1, 10)))
  expect(refused).toEqual(['bad(1)', 'bad(2)'])
})

test('a flood of distinct pages takes no more than its share: the oldest are forgotten', () => {
  const refused: string[] = []
  const read = pageMemory(new Set(), (text) => refused.push(text), 100_000)
  for (let n = 0; n < 50; n++) read(page(n, 10_000))
  refused.length = 0
  for (let n = 0; n < 50; n++) read(page(n, 10_000))
  expect(refused).toHaveLength(50)
  refused.length = 0
  read(page(49, 10_000))
  expect(refused, 'the newest is still there').toEqual([])
})

test('a page that is larger than all that may be remembered is still sent', async () => {
  const read = pageMemory(new Set(), () => {}, 1000)
  expect((await read(page(1, 10_000)).in('identity')).byteLength).toBe(page(1, 10_000).byteLength)
})
