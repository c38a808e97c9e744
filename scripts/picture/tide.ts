import { fractal, noise } from './noise'
import { area, bar, below, byColumn, crest, everywhere, step, swell } from './shape'
import type { Shape, Sheet } from './sheet'

const line = 400
const sun = { x: 560, width: 320 }

/** An evening tide: half a sun on the waterline, its light in bars that have its area, and the water in bands. */
export function tide(sheet: Sheet): void {
  sky(sheet)
  const disc = swell(sun.x, line, sun.width)
  sheet.lay(disc.shape, (_, y) => ({ rust: 0.46 + 0.26 * step(line - 160, line, y), teal: 0.02 }), disc.box)
  land(sheet)
  water(sheet)
  shade(sheet)
  bands(sheet)
  glints(sheet)
}

const nearHill = crest(1640, line - 150, 620, 6)

function sky(sheet: Sheet): void {
  sheet.lay(everywhere, (x, y) => {
    const up = 1 - y / line
    const cloud = (fractal(x / 620, y / 42, 3, 5) - 0.5) * 0.3 * step(0.05, 0.4, up)
    return {
      teal: 0.12 + 0.46 * step(0.15, 1.2, up) + cloud,
      rust: 0.17 * (1 - step(0, 0.8, up)) + 0.03,
      ink: 0.1 * up * up,
    }
  })
}

function land(sheet: Sheet): void {
  const top = { left: 0, right: sheet.width, top: 0, bottom: line }
  const far = byColumn(sheet.width, crest(1250, line - 62, 2400, 4))
  sheet.lay(
    below(far),
    (x, y) => ({ teal: 0.5 - 0.14 * step(line - 60, line, y) + 0.06 * fractal(x / 80, y / 20, 7), rust: 0.05 }),
    top,
  )
  const near = byColumn(sheet.width, nearHill)
  sheet.lay(
    below(near),
    (x, y) => ({ teal: 0.78 - 0.14 * step(line - 130, line, y) + 0.1 * (fractal(x / 60, y / 24, 8) - 0.5), ink: 0.22 }),
    top,
  )
}

function water(sheet: Sheet): void {
  sheet.lay(
    below(() => line, 0.5),
    (x, y) => {
      const near = (y - line) / (sheet.height - line)
      const warm = Math.exp(-(((x - sun.x) / (260 + 500 * near)) ** 2))
      return {
        teal: 0.3 + 0.3 * near - 0.1 * warm * (1 - near) + 0.06 * (noise(x / 240, y / 5, 11) - 0.5),
        rust: 0.1 * (1 - near) + 0.06 * warm,
      }
    },
  )
}

/** What the near hill gives to the water before it: a shade, shorter than the hill. */
function shade(sheet: Sheet): void {
  const hill = byColumn(sheet.width, nearHill)
  const shape: Shape = (x, y) => (y < line ? 0 : below(hill, 6)(x, line - (y - line) / 0.62))
  sheet.glaze((x, y) => shape(x, y) * (0.75 + 0.5 * (noise(x / 120, y / 3, 15) - 0.5)), { teal: 0.2, ink: 0.05 })
}

/** The sun's light on the water: square bars, thicker towards the front, which together have the area of the sun. */
function glints(sheet: Sheet): void {
  const rows = [
    { y: 6, width: 316, thick: 4 },
    { y: 17, width: 262, thick: 5 },
    { y: 32, width: 292, thick: 7 },
    { y: 51, width: 232, thick: 8 },
    { y: 74, width: 258, thick: 10 },
    { y: 101, width: 190, thick: 12 },
    { y: 133, width: 214, thick: 14 },
    { y: 170, width: 150, thick: 16 },
    { y: 212, width: 172, thick: 19 },
    { y: 261, width: 96, thick: 22 },
  ]
  const even = area(sun.width) / rows.reduce((sum, { width, thick }) => sum + width * thick, 0)
  rows.forEach(({ y, width, thick }, nth) => {
    const glint = bar(sun.x - width / 2 + (nth % 2 ? 7 : -5), line + y, width, thick * even)
    sheet.wipe((px, py) => glint.shape(px, py) * (0.92 - 0.025 * nth), glint.box)
    sheet.glaze(glint.shape, { rust: 0.42 }, glint.box)
  })
}

function bands(sheet: Sheet): void {
  const count = 8
  for (let band = 0; band < count; band += 1) {
    const near = (band + 1) / count
    const top = line + (sheet.height - line) * (0.03 + 0.86 * near ** 1.7)
    const deep = 20 + 190 * near ** 1.5
    const edge = byColumn(
      sheet.width,
      (x) => top + (fractal(x / (260 + 700 * near), band * 3.7, 20 + band, 3) - 0.5) * (8 + 150 * near),
    )
    const under = (x: number, y: number) => (y - edge(x)) / deep
    // Below its crest a band of water is dark, and clears towards the next one.
    sheet.glaze((x, y) => (under(x, y) < 0 ? 0 : 1 - step(0, 1, under(x, y))), {
      teal: 0.1 + 0.34 * near,
      ink: 0.03 + 0.2 * near * near,
    })
    sheet.wipe((x, y) => {
      const d = y - edge(x)
      const thick = 1.2 + 5.5 * near * (0.35 + 1.1 * fractal(x / 170, band, 60 + band, 3))
      return step(-0.8, 0.8, d) * (1 - step(thick - 0.8, thick + 0.8, d)) * (0.3 + 0.42 * near)
    })
  }
}
