// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { NextSteps } from '@/components/pricing/next-steps'
import { qrDrawing } from '@/components/ui/qr-drawing'

test('names the steps in order, with links and a described QR code', () => {
  render(
    <NextSteps app="https://app.example">
      <a href="https://store.example">Store</a>
    </NextSteps>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Get the app',
    'Choose a first group call',
    'Nothing is expected of you today',
  ])
  expect(screen.getByRole('img', { name: 'QR code that opens https://app.example' })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://store.example',
    '/sessions',
    '/tools/first-call',
  ])
})

test('encodes the address in the QR code', () => {
  const { size, path } = qrDrawing('https://app.example/plan')
  const scale = 4
  const side = size * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * side + Number(x) * scale) * 4
      data.fill(0, from, from + Number(width) * scale * 4)
    }
  }
  for (let place = 3; place < data.length; place += 4) data[place] = 255
  expect(decodeQR({ width: side, height: side, data })).toBe('https://app.example/plan')
})
