/** `npm run pictures`: draws the landscapes of the blog anew, or those named. The same script gives the same pictures. */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { choose } from './choice'
import { heaviest, pictures } from './picture/pictures'
import { print } from './picture/press'
import { Sheet } from './picture/sheet'

const { chosen, unknown } = choose(pictures, process.argv.slice(2))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', no ')}. There are: ${pictures.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
mkdirSync('public/pictures', { recursive: true })
for (const { name, width, height, draw } of chosen) {
  const sheet = new Sheet(width, height)
  draw(sheet)
  const jpeg = await pack(print(sheet, name.length), width, height)
  writeFileSync(`public/pictures/${name}.jpg`, jpeg)
  console.log(`${name}.jpg  ${width} × ${height}  ${Math.round(jpeg.length / 1000)} kB`)
}

/** The best JPEG, of quality 84 or less, that is light enough. */
async function pack(bytes: Uint8Array, width: number, height: number): Promise<Buffer> {
  for (let quality = 84; ; quality -= 2) {
    const jpeg = await sharp(bytes, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
    if (jpeg.length <= heaviest || quality <= 70) return jpeg
  }
}
