import { readdirSync, readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { expect, it } from 'vitest'

const maxBytes = 180_000

// The folder `app` has the owner's screenshots, of any size.
const pictures = readdirSync('public/pictures', { withFileTypes: true }).filter((each) => each.isFile())

it.each(pictures.map(({ name }) => name))('is a JPEG 1,600 pixels wide within its size limit: %s', (name) => {
  const file = readFileSync(`public/pictures/${name}`)
  expect(imageSize(file)).toMatchObject({ type: 'jpg', width: 1600 })
  expect(file.length).toBeLessThanOrEqual(maxBytes)
})
