export type PixelSize = { width: number; height: number }

/** Pixels that a picture may have before it is opened: more would take a gigabyte, and the page with it. */
export const maxPixels = 50_000_000

const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

const little24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

function ofPng(view: DataView): PixelSize | null {
  return text(view, 12, 4) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null
}

/** Walks the segments of a JPEG to the one that begins the frame. */
function ofJpeg(view: DataView): PixelSize | null {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const kind = view.getUint8(at + 1)
    // Fill bytes, and markers that stand alone.
    if (kind === 0xff) {
      at += 1
    } else if (kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)) {
      at += 2
    } else {
      const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
      if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
      at += 2 + view.getUint16(at + 2)
    }
  }
  return null
}

function ofWebp(view: DataView): PixelSize | null {
  const kind = text(view, 12, 4)
  if (kind === 'VP8X') return { width: little24(view, 24) + 1, height: little24(view, 27) + 1 }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8 ') return null
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/**
 * How many pixels a PNG, JPEG or WebP says that it has, read from its beginning without opening it.
 * @returns null when it is none of these, whatever its name says, or breaks off before it says so
 */
export function pixelSize(bytes: ArrayBuffer): PixelSize | null {
  const view = new DataView(bytes)
  try {
    const start = view.getUint32(0)
    let size: PixelSize | null = null
    if (start === 0x89504e47) size = ofPng(view)
    else if (start >>> 8 === 0xffd8ff) size = ofJpeg(view)
    else if (text(view, 0, 4) === 'RIFF' && text(view, 8, 4) === 'WEBP') size = ofWebp(view)
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch {
    return null
  }
}
