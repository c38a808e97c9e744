import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [number, number, number]

const pictures: Record<string, readonly [Colour, Colour]> = {
  'tide.png': [
    [9, 81, 90],
    [221, 240, 238],
  ],
  'dusk.png': [
    [122, 50, 23],
    [241, 238, 231],
  ],
  'reed.png': [
    [30, 86, 49],
    [251, 250, 247],
  ],
}

const width = 1200
const height = 630
const bands = 9

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A picture of the samples as PNG, drawn when asked for: bands between two colours. Null for an unknown name. */
function picture(name: string): Buffer | null {
  const colours = pictures[name]
  if (!colours) return null
  const [from, to] = colours
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    const start = y * (1 + width * 3) + 1
    for (let x = 0; x < width; x++) {
      const wave = Math.sin((x / width) * Math.PI * 2) * 0.04
      const share = Math.min(1, Math.max(0, Math.round((y / height + wave) * bands) / bands))
      for (const part of [0, 1, 2] as const) rows[start + x * 3 + part] = from[part] + (to[part] - from[part]) * share
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Files that no page should show: a drawing with a script in it, and a picture too large to pass on. */
const awkward: Record<string, () => { bytes: Buffer; type: string }> = {
  'script.svg': () => ({
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    type: 'svg',
  }),
  'large.png': () => ({
    bytes: Buffer.concat([picture('reed.png') ?? Buffer.alloc(0), Buffer.alloc(11 << 20)]),
    type: 'png',
  }),
}

/** What the store of files holds under a name, with the ending of its kind; null for an unknown name. */
export function stored(name: string): { bytes: Buffer; type: string } | null {
  if (Object.hasOwn(awkward, name)) return awkward[name]?.() ?? null
  const bytes = picture(name)
  return bytes && { bytes, type: 'png' }
}
