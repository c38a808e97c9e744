import { dice, fractal } from './noise'
import { bar, below, byColumn, crest, everywhere, step } from './shape'
import type { Sheet } from './sheet'
import { reflect } from './water'

const line = 196

/** A drop's rings: where it fell, how far they have come, and how many follow one another. */
type Rings = { x: number; y: number; reach: number; count: number }

/** Rain rings on still water; two of them are one drop and its echo. */
export function rain(sheet: Sheet): void {
  far(sheet)
  reflect(sheet, line, {
    stretch: 2.6,
    ripple: 4,
    water: { teal: 0.36, rust: 0.03 },
    shade: { teal: 0.24, ink: 0.1 },
    keep: 0.8,
  })
  const drops = fallen(sheet)
  const warm = [
    { x: 392, y: 546, reach: 60, count: 2 },
    { x: 630, y: 588, reach: 172, count: 3 },
  ]
  shine(sheet, heights(sheet, drops), false)
  shine(sheet, heights(sheet, warm), true)
  threads(sheet)
}

function far(sheet: Sheet): void {
  sheet.lay(everywhere, (x, y) => ({
    teal: 0.2 + 0.24 * (1 - y / line) + 0.14 * (fractal(x / 460, y / 60, 4, 5) - 0.5),
    rust: 0.05,
  }))
  const hills = [
    { x: 1330, top: line - 128, radius: 1200, teal: 0.36 },
    { x: 220, top: line - 84, radius: 1500, teal: 0.48 },
    { x: 1420, top: line - 36, radius: 9000, teal: 0.56 },
  ]
  hills.forEach(({ x, top, radius, teal }, nth) => {
    const edge = byColumn(sheet.width, crest(x, top, radius, 50 + nth))
    sheet.lay(below(edge), (_, y) => ({ teal: teal - 0.22 * step(top, line, y), rust: 0.03 }), {
      left: 0,
      right: sheet.width,
      top: 0,
      bottom: line,
    })
  })
}

/** How much shorter a length looks that leads away from us: more so far off. */
function flatness(y: number, height: number): number {
  return 0.16 + 0.2 * ((y - line) / (height - line))
}

function fallen({ width, height }: Sheet): Rings[] {
  const roll = dice(19)
  const all: Rings[] = []
  for (let tries = 0; all.length < 46 && tries < 4000; tries += 1) {
    const near = roll() ** 0.9
    const drop = {
      x: roll() * width,
      y: line + 14 + (height - line) * near,
      reach: (26 + 170 * near) * (0.4 + 0.7 * roll()),
      count: 2 + Math.floor(roll() * 2.9),
    }
    const apart = all.every(
      (one) => Math.hypot(one.x - drop.x, (one.y - drop.y) / flatness(drop.y, height)) > (one.reach + drop.reach) * 0.8,
    )
    if (apart && Math.hypot(drop.x - 540, (drop.y - 580) * 3) > 260 + drop.reach * 0.6) all.push(drop)
  }
  return all
}

/** How high the water stands at each pixel: the sum of all rings, each of them a crest between two hollows. */
function heights({ width, height }: Sheet, drops: Rings[]): Float32Array {
  const water = new Float32Array(width * height)
  for (const { x, y, reach, count } of drops) {
    const flat = flatness(y, height)
    const gap = reach / Math.min(count, Math.max(1, Math.floor((reach * flat) / 5)))
    const thick = Math.min(gap * 0.3, 3 + reach * 0.045)
    const out = reach + thick * 3
    for (let py = Math.max(line, Math.floor(y - out * flat)); py < Math.min(height, y + out * flat); py += 1)
      for (let px = Math.max(0, Math.floor(x - out)); px < Math.min(width, x + out); px += 1) {
        const r = Math.hypot(px - x, (py - y) / flat)
        const ring = Math.min(Math.round(reach / gap), Math.max(1, Math.round(r / gap)))
        const off = (r - ring * gap) / thick
        const swellUp = (1 - off * off) * Math.exp(-0.5 * off * off)
        water[py * width + px] =
          (water[py * width + px] ?? 0) + swellUp * (1 - 0.5 * (ring / count)) * Math.min(1, thick / 3)
      }
  }
  return water
}

/** Lets the sky shine on the far slope of each wave and darkens the near one. */
function shine(sheet: Sheet, water: Float32Array, warm: boolean): void {
  const at = (x: number, y: number) => water[y * sheet.width + x] ?? 0
  const slope = (x: number, y: number) => (at(x, y + 1) - at(x, y - 1)) * 1.1 + at(x, y) * 0.55
  const box = { left: 0, right: sheet.width, top: line, bottom: sheet.height - 1 }
  sheet.wipe((x, y) => step(0.08, 0.75, slope(x, y)) * (warm ? 0.95 : 0.72), box)
  if (warm) sheet.glaze((x, y) => step(0.08, 0.6, slope(x, y)), { rust: 0.62 }, box)
  sheet.glaze((x, y) => step(0.05, 0.7, -slope(x, y)), warm ? { teal: 0.3, ink: 0.14 } : { teal: 0.36, ink: 0.16 }, box)
}

/** Rain that is still falling: thin upright bars, hardly there. */
function threads(sheet: Sheet): void {
  const roll = dice(33)
  for (let nth = 0; nth < 130; nth += 1) {
    const thread = bar(roll() * sheet.width, roll() * 620 - 90, 1.4, 40 + 70 * roll())
    sheet.wipe((x, y) => thread.shape(x, y) * 0.22, thread.box)
  }
}
