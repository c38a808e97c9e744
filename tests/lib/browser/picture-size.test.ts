import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pixelSize } from '@/lib/browser/picture-size'

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#09515a' } })

describe('the size is read from the beginning of', () => {
  test.each([
    ['a PNG', () => plain(640, 17).png().toBuffer()],
    ['a JPEG', () => plain(640, 17).jpeg().toBuffer()],
    ['a progressive JPEG', () => plain(640, 17).jpeg({ progressive: true }).toBuffer()],
    ['a JPEG with a camera’s own words', () => plain(640, 17).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['a WebP', () => plain(640, 17).webp().toBuffer()],
    ['a lossless WebP', () => plain(640, 17).webp({ lossless: true }).toBuffer()],
    ['a WebP with more in it', () => plain(640, 17).withMetadata({ orientation: 6 }).webp().toBuffer()],
  ])('%s', async (_, make) => {
    expect(pixelSize(buffer(await make()))).toEqual({ width: 640, height: 17 })
  })
})

test('a huge picture is known without opening it', () => {
  const bytes = new Uint8Array(33)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x89504e47)
  bytes.set(new TextEncoder().encode('IHDR'), 12)
  view.setUint32(16, 60_000)
  view.setUint32(20, 50_000)
  expect(pixelSize(bytes.buffer)).toEqual({ width: 60_000, height: 50_000 })
})

test.each([
  ['nothing', new Uint8Array()],
  ['words', new TextEncoder().encode('GIF89a, and a good deal of words behind it')],
  ['a PNG that breaks off', readFileSync('docs/screenshots/home.png').subarray(0, 18)],
  ['a JPEG that breaks off', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1])],
  ['a JPEG with no frame', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
  ['a picture of no size', new Uint8Array(33).fill(0)],
])('%s has none', (_, bytes) => {
  expect(pixelSize(buffer(bytes))).toBeNull()
})
