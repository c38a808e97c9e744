import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { maxZoom, pictureProblem, pixelSize, pulled, squareOf, wholeCrop, zoomed } from '@/lib/browser/picture-file'

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

const wide = { width: 400, height: 200 }
const tall = { width: 200, height: 400 }

describe('cropping', () => {
  test.each([
    ['the middle of a wide one', wide, wholeCrop, { x: 100, y: 0, side: 200 }],
    ['the middle of a tall one', tall, wholeCrop, { x: 0, y: 100, side: 200 }],
    ['all of a square one', { width: 50, height: 50 }, wholeCrop, { x: 0, y: 0, side: 50 }],
    ['the left end', wide, { zoom: 1, left: 0, top: 0 }, { x: 0, y: 0, side: 200 }],
    ['the right end', wide, { zoom: 1, left: 1, top: 1 }, { x: 200, y: 0, side: 200 }],
    ['the lower right corner, near', wide, { zoom: 4, left: 1, top: 1 }, { x: 350, y: 150, side: 50 }],
    ['a picture of one pixel', { width: 1, height: 1 }, wholeCrop, { x: 0, y: 0, side: 1 }],
  ])('%s', (_, size, crop, square) => {
    expect(squareOf(size, crop)).toEqual(square)
  })
})

describe('zooming', () => {
  test('keeps the middle', () => {
    expect(squareOf(wide, zoomed(wide, wholeCrop, 2))).toEqual({ x: 150, y: 50, side: 100 })
  })
  test('stays inside of the picture on the way back', () => {
    const corner = { zoom: 4, left: 1, top: 1 }
    expect(squareOf(wide, zoomed(wide, corner, 1))).toEqual({ x: 200, y: 0, side: 200 })
  })
  test.each([
    [0, 1],
    [-3, 1],
    [99, maxZoom],
  ])('%d counts as %d', (given, zoom) => {
    expect(zoomed(wide, wholeCrop, given).zoom).toBe(zoom)
  })
})

describe('pulling', () => {
  test('dragging right shows what is on the left', () => {
    expect(squareOf(wide, pulled(wide, wholeCrop, { across: 0.25, down: 0 })).x).toBe(50)
  })
  test('ends at the edge', () => {
    expect(pulled(wide, wholeCrop, { across: -9, down: 9 })).toEqual({ zoom: 1, left: 1, top: 0.5 })
    expect(pulled(wide, { ...wholeCrop, zoom: 2 }, { across: 9, down: 9 })).toMatchObject({ left: 0, top: 0 })
  })
})

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
