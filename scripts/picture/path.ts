import { fractal, noise } from './noise'
import { bar, below, byColumn, crest, everywhere, step, swell } from './shape'
import type { Shape, Sheet } from './sheet'

/** A hill, and the way over it: from where it comes into sight to where it goes over the top. */
type Hill = { x: number; top: number; radius: number; tone: number; way?: Way }
type Way = {
  from: readonly [x: number, y: number, width: number]
  to: readonly [x: number, width: number]
  bend: number
}

const hills: Hill[] = [
  { x: 1330, top: 318, radius: 1500, tone: 0.15 },
  { x: 380, top: 372, radius: 1100, tone: 0.21 },
  { x: 1180, top: 432, radius: 820, tone: 0.28, way: { from: [900, 572, 12], to: [1040, 4], bend: 22 } },
  { x: 560, top: 500, radius: 900, tone: 0.38, way: { from: [940, 712, 30], to: [760, 10], bend: -34 } },
  { x: 1390, top: 590, radius: 1050, tone: 0.54, way: { from: [930, 920, 86], to: [1130, 24], bend: 64 } },
  { x: 330, top: 740, radius: 1500, tone: 0.78, way: { from: [250, 1080, 330], to: [720, 80], bend: 96 } },
]

const haze = { teal: 0.09, rust: 0.06 }

/** A path through hills in the morning's fog, with posts beside it. */
export function path(sheet: Sheet): void {
  sky(sheet)
  hills.forEach((hill, nth) => ground(sheet, hill, nth))
}

function sky(sheet: Sheet): void {
  sheet.lay(everywhere, (x, y) => ({
    teal: 0.08 + 0.26 * (1 - step(-60, 380, y)) + 0.1 * (fractal(x / 560, y / 80, 3, 5) - 0.5),
    rust: 0.03 + 0.09 * step(60, 380, y),
  }))
  const sun = swell(800, 440, 270)
  sheet.lay(sun.shape, (_, y) => ({ rust: 0.3 + 0.1 * step(305, 440, y) }), sun.box)
}

function ground(sheet: Sheet, { x, top, radius, tone, way }: Hill, nth: number): void {
  const edge = byColumn(sheet.width, crest(x, top, radius, 60 + nth))
  const deep = 120 + 260 * tone
  const fog = (px: number, py: number) =>
    step(0.12, 1, (py - edge(px)) / deep + (fractal(px / 260, py / 60, 80 + nth, 4) - 0.5) * 0.5)
  const hill = below(edge)
  const box = { left: 0, right: sheet.width, top: top - 20, bottom: sheet.height }
  sheet.lay(
    hill,
    (px, py) => {
      const clear = 1 - fog(px, py) * (1 - 0.25 * tone)
      const grass = 0.1 * tone * (noise(px / (6 + 8 * tone), py / 3, nth) - 0.5)
      return {
        teal: haze.teal + (tone - haze.teal + grass) * clear,
        rust: haze.rust * (1 - clear),
        ink: Math.max(0, tone - 0.4) * 0.7 * clear,
      }
    },
    box,
  )
  if (way) walk(sheet, way, edge, fog, tone)
}

function walk(sheet: Sheet, { from, to, bend }: Way, edge: (x: number) => number, fog: Shape, tone: number): void {
  const [startX, startY, startWidth] = from
  const [endX, endWidth] = to
  const endY = edge(endX)
  const middle = (t: number) => startX + (endX - startX) * t ** 1.3 + bend * Math.sin(Math.PI * t)
  const width = (t: number) => startWidth + (endWidth - startWidth) * t ** 0.7
  const clear = (x: number, y: number) => 1 - fog(x, y) * (1 - 0.3 * tone)
  sheet.lay(
    (x, y) => {
      const t = (startY - y) / (startY - endY)
      if (t < 0 || t > 1.1) return 0
      const wide = width(Math.min(1, t))
      const edges = (fractal(y / 46, startX, 3, 3) - 0.5) * wide * 0.16
      const off = Math.abs(x - middle(t) + edges) - wide / 2
      return step(0.8 + wide * 0.012, -0.8 - wide * 0.012, off) * below(edge)(x, y) * clear(x, y)
    },
    (x, y) => ({ teal: 0.02 + 0.16 * tone * fractal(x / 50, y / 7, 5), rust: 0.08 + 0.16 * tone }),
  )
  for (let t = 0.16; t < 1; t += 0.2) {
    const y = startY + (endY - startY) * t
    const tall = width(t) * 0.5 + 7
    const x = middle(t) + width(t) * 0.86
    if (y < edge(Math.round(x)) + 1 || y > sheet.height) continue
    const post = bar(x, y - tall, Math.max(2.4, width(t) * 0.085), tall)
    const seen = 0.45 + 0.55 * clear(x, y)
    sheet.lay(
      post.shape,
      { teal: 0.1 + (tone + 0.1) * seen, ink: (0.08 + 0.9 * tone * tone) * seen, rust: 0.08 },
      post.box,
    )
  }
}
