import { describe, expect, test } from 'vitest'
import { maxZoom, unreadableReason, moveCrop, cropSquare, initialCrop, zoomCrop } from '@/lib/browser/picture-crop'

test.each([
  ['me.png', 'image/png', 0, 'empty'],
  ['IMG_1.HEIC', '', 10, 'heic'],
  ['words.txt', 'text/plain', 10, 'notPicture'],
  ['me.png', 'image/png', 10, 'unreadable'],
])('gives the reason why %s of type "%s" cannot be opened', (name, type, size, problem) => {
  expect(unreadableReason({ name, type, size })).toBe(problem)
})

const wide = { width: 400, height: 200 }
const tall = { width: 200, height: 400 }

test.each([
  ['the centre of a wide picture', wide, initialCrop, { x: 100, y: 0, side: 200 }],
  ['the centre of a tall picture', tall, initialCrop, { x: 0, y: 100, side: 200 }],
  ['the lower right corner, near', wide, { zoom: 4, left: 1, top: 1 }, { x: 350, y: 150, side: 50 }],
])('crops %s', (_, size, crop, square) => {
  expect(cropSquare(size, crop)).toEqual(square)
})

describe('zooming', () => {
  test('keeps the centre', () => {
    expect(cropSquare(wide, zoomCrop(wide, initialCrop, 2))).toEqual({ x: 150, y: 50, side: 100 })
  })
  test('stays inside the picture when zooming out', () => {
    const corner = { zoom: 4, left: 1, top: 1 }
    expect(cropSquare(wide, zoomCrop(wide, corner, 1))).toEqual({ x: 200, y: 0, side: 200 })
  })
  test.each([
    [0, 1],
    [99, maxZoom],
  ])('limits %d to %d', (given, zoom) => {
    expect(zoomCrop(wide, initialCrop, given).zoom).toBe(zoom)
  })
})

describe('pulling', () => {
  test('shows the left part when dragged right', () => {
    expect(cropSquare(wide, moveCrop(wide, initialCrop, { across: 0.25, down: 0 })).x).toBe(50)
  })
  test('stops at the edge', () => {
    expect(moveCrop(wide, initialCrop, { across: -9, down: 9 })).toEqual({ zoom: 1, left: 1, top: 0.5 })
    expect(moveCrop(wide, { ...initialCrop, zoom: 2 }, { across: 9, down: 9 })).toMatchObject({ left: 0, top: 0 })
  })
})
