// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NextSteps } from '@/components/pricing/next-steps'
import { qrImage } from '@/components/ui/qr-image'

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

test('encodes the address in the QR code', async () => {
  const image = sharp(Buffer.from(qrImage('https://app.example/plan').split(',')[1] ?? '', 'base64'))
  const { width } = await image.metadata()
  const { data, info } = await image
    .resize(width * 4, width * 4, { kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
  expect(decodeQR(pixels)).toBe('https://app.example/plan')
})
