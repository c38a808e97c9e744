import { expect, test } from 'vitest'
import { luminance, readColour, toneOf } from '@/components/auth/accessibility/markup'

test.each([
  ['rgb(255, 255, 255)', 'light'],
  ['rgb(0, 0, 0)', 'dark'],
  ['rgb(219, 68, 55)', 'light'],
  ['rgb(59, 89, 152)', 'dark'],
  ['rgb(0 0 0 / 90%)', 'dark'],
  ['rgba(0, 0, 0, 0)', null],
  ['rgba(0, 0, 0, 0.2)', null],
  ['transparent', null],
  ['', null],
])('treats %s as %s', (computed, tone) => {
  expect(toneOf(computed)).toBe(tone)
})

test('chooses the tone with more contrast', () => {
  for (let grey = 0; grey < 256; grey++) {
    const light = luminance(readColour(`rgb(${grey}, ${grey}, ${grey})`) ?? expect.fail())
    const [withBlack, withWhite] = [(light + 0.05) / 0.05, 1.05 / (light + 0.05)]
    expect(toneOf(`rgb(${grey}, ${grey}, ${grey})`)).toBe(withBlack > withWhite ? 'light' : 'dark')
    expect(Math.max(withBlack, withWhite)).toBeGreaterThan(4.5)
  }
})
