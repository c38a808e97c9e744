import { encodeQR } from 'qr'

/** `path` draws the dark squares in a box of `size` units, including the quiet zone. */
export type QrDrawing = { size: number; path: string }

export function qrDrawing(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const runs = rows.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size: rows.length, path: runs.join('') }
}
