import { readdirSync, readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { light, mix, screen } from '@/scripts/picture/colour'
import { fractal, noise } from '@/scripts/picture/noise'
import { heaviest, pictures } from '@/scripts/picture/pictures'
import { area, bar, swell, type Boxed } from '@/scripts/picture/shape'

const places = Array.from({ length: 500 }, (_, nth) => [nth * 0.37 - 90, nth * 0.53 - 120] as const)

describe.each([
  ['noise', noise],
  ['fractal', fractal],
])('%s', (_, field) => {
  it('gives the same number at the same place, and another one for another seed', () => {
    const all = (seed: number) => places.map(([x, y]) => field(x, y, seed))
    expect(all(3)).toEqual(all(3))
    expect(all(3)).not.toEqual(all(4))
  })

  it('stays within 0 and 1 and uses that range', () => {
    const all = places.map(([x, y]) => field(x, y, 7))
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThanOrEqual(1)
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(0.5)
  })

  it('has no jumps', () => {
    for (const [x, y] of places) expect(Math.abs(field(x + 0.001, y, 7) - field(x, y, 7))).toBeLessThan(0.02)
  })
})

describe('colours in linear light', () => {
  const [one, other] = [light('#09515a'), light('#f1eee7')]

  it.each([
    [0, one],
    [1, other],
  ])('mixed at %d are one of the two', (share, expected) => {
    mix(one, other, share).forEach((part, at) => expect(part).toBeCloseTo(expected[at] ?? -1, 12))
  })

  it.each(['#000000', '#09515a', '#7a3217', '#ffffff'])('come back to the screen as they were: %s', (hex) => {
    const shown = light(hex).map((part) => Math.round(screen(part)).toString(16).padStart(2, '0'))
    expect(`#${shown.join('')}`).toBe(hex)
  })
})

it('draws a rest that weighs as much as its swell', () => {
  const weight = ({ shape, box: { left, right, top, bottom } }: Boxed) => {
    let sum = 0
    for (let y = Math.floor(top); y < bottom; y += 1)
      for (let x = Math.floor(left); x < right; x += 1) sum += shape(x, y)
    return sum
  }
  const rest = weight(bar(10.3, 20.6, 40, area(120) / 40))
  expect(rest).toBeCloseTo(area(120), 3)
  expect(Math.abs(weight(swell(100, 200, 120)) / rest - 1)).toBeLessThan(0.02)
})

describe('the pictures of the blog', () => {
  it('are those that the script draws, and no others', () => {
    expect(readdirSync('public/pictures').toSorted()).toEqual(pictures.map(({ name }) => `${name}.jpg`).toSorted())
  })

  it.each(pictures)('$name is a JPEG of $width × $height pixels, and light', ({ name, width, height }) => {
    const file = readFileSync(`public/pictures/${name}.jpg`)
    expect(imageSize(file)).toMatchObject({ type: 'jpg', width, height })
    expect(file.length).toBeLessThanOrEqual(heaviest)
  })
})
