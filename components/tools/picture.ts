/** Creates pictures of a tool's content in the browser. */

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), type, 0.92)
  })

export const pngOf = (canvas: HTMLCanvasElement) => blobOf(canvas, 'image/png')

/** Pixels per unit of a drawing. */
const scale = 2

/** A drawing as a picture in the page's colours. @throws Error if the browser cannot draw it */
export async function pictureOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = svg.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const { fill, stroke, strokeWidth } = getComputedStyle(original)
    // Attributes, because the page's policy forbids inline styles.
    element.removeAttribute('class')
    for (const [name, value] of Object.entries({ fill, stroke, 'stroke-width': strokeWidth }))
      element.setAttribute(name, value)
  }
  copy.setAttribute('width', String(width * scale))
  copy.setAttribute('height', String(height * scale))
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  const margin = 24 * scale
  canvas.width = width * scale + 2 * margin
  canvas.height = height * scale + 2 * margin
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be made.')
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  // On the page, style sheets mirror it.
  if (getComputedStyle(svg).direction === 'rtl') {
    context.translate(canvas.width, 0)
    context.scale(-1, 1)
  }
  context.drawImage(picture, margin, margin)
  return pngOf(canvas)
}

/**
 * Wraps a text at `width`. Long words, and scripts without spaces, break anywhere.
 * @param measure the width of a text in the unit of `width`
 */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (measure((line + word).trimEnd()) <= width) {
        line += word
        continue
      }
      if (line) lines.push(line.trimEnd())
      line = ''
      for (const letter of word) {
        if (line && measure(line + letter) > width) {
          lines.push(line)
          line = ''
        }
        line += letter
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}

type CardText = { text: string; lang: string; dir: 'ltr' | 'rtl' }

/** A card in pixels, with the largest letters that fit. @throws Error if the browser cannot draw it */
export function cardCanvas({ text, lang, dir }: CardText, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.lang = lang
  canvas.dir = dir
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture could not be made.')
  const margin = width * 0.08
  // Arabic and Hebrew have marks above and below their letters.
  const leading = dir === 'rtl' ? 1.6 : 1.3
  const font = getComputedStyle(document.body).fontFamily
  let size = height * 0.16
  let lines: string[]
  for (;;) {
    context.font = `600 ${size}px ${font}`
    lines = wrapped(text, width - 2 * margin, (part) => context.measureText(part).width)
    if (lines.length * size * leading <= height - 2 * margin || size < 10) break
    size *= 0.94
  }
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#111111'
  context.direction = dir
  context.textAlign = 'start'
  context.textBaseline = 'middle'
  const top = (height - lines.length * size * leading) / 2
  const x = dir === 'rtl' ? width - margin : margin
  for (const [index, line] of lines.entries()) context.fillText(line, x, top + (index + 0.5) * size * leading)
  return canvas
}

/** A one-page PDF file of a JPEG picture. @param points the page's width and height in points (1/72 inch) */
export function pdfOf(jpeg: Uint8Array, pixels: [number, number], points: [number, number]): Blob {
  const encode = (text: string) => new TextEncoder().encode(text)
  const content = `q ${points[0]} 0 0 ${points[1]} 0 0 cm /Card Do Q`
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points[0]} ${points[1]}] `,
      '/Resources << /XObject << /Card 4 0 R >> >> /Contents 5 0 R >>',
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${pixels[0]} /Height ${pixels[1]} /ColorSpace /DeviceRGB `,
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
  ]
  const parts: Uint8Array[] = [encode('%PDF-1.4\n')]
  let length = parts[0]!.length
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const offsets = objects.map((object, index) => {
    const offset = length
    add(`${index + 1} 0 obj\n`)
    for (const part of object) add(part)
    add('\nendobj\n')
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = length
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`)
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts as BlobPart[], { type: 'application/pdf' })
}

export async function pdfOfCanvas(canvas: HTMLCanvasElement, points: [number, number]): Promise<Blob> {
  const jpeg = new Uint8Array(await (await blobOf(canvas, 'image/jpeg')).arrayBuffer())
  return pdfOf(jpeg, [canvas.width, canvas.height], points)
}
