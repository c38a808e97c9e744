import { dice, fractal, noise } from './noise'
import { area, bar, below, byColumn, crest, everywhere, step, swell } from './shape'
import type { Sheet } from './sheet'
import { reflect } from './water'

const line = 268

type Light = { x: number; y: number; size: number }

/** An evening lake with a thousand small lights, half circles and bars of one area; ten of them are rust. */
export function lake(sheet: Sheet): void {
  shore(sheet)
  reflect(sheet, line, {
    stretch: 2.4,
    ripple: 8,
    water: { teal: 0.5, ink: 0.05 },
    shade: { teal: 0.34, ink: 0.3 },
    keep: 0.7,
  })
  lights(sheet.width, sheet.height).forEach((light, nth) =>
    float(sheet, light, nth % 2 === 1, nth % 200 === 37 || nth % 200 === 162),
  )
}

function shore(sheet: Sheet): void {
  sheet.lay(everywhere, (x, y) => {
    const up = 1 - y / line
    return {
      teal: 0.2 + 0.42 * step(0, 1.2, up) + 0.14 * (fractal(x / 560, y / 44, 4, 5) - 0.5),
      rust: 0.16 * (1 - step(0, 0.9, up)),
      ink: 0.12 * up,
    }
  })
  const hills = [
    { x: 330, top: line - 158, radius: 1150, teal: 0.4 },
    { x: 1370, top: line - 122, radius: 1300, teal: 0.54 },
    { x: 1180, top: line - 40, radius: 5600, teal: 0.7 },
  ]
  hills.forEach(({ x, top, radius, teal }, nth) => {
    const edge = byColumn(sheet.width, crest(x, top, radius, 40 + nth))
    sheet.lay(
      below(edge),
      (_, y) => ({ teal: teal - 0.18 * step(top, line, y), rust: 0.04, ink: (teal - 0.3) * 0.3 }),
      { left: 0, right: sheet.width, top: 0, bottom: line },
    )
  })
}

/** A thousand places, none too near another, the farthest first. */
function lights(width: number, height: number): Light[] {
  const roll = dice(14)
  const all: Light[] = []
  while (all.length < 1000) {
    const near = roll() ** 1.5
    const light = { x: roll() * width, y: line + 10 + (height - line - 16) * near, size: 4.5 + 14.5 * near }
    const drift = fractal(light.x / (200 + 420 * near), light.y / 130, 40, 2)
    if (drift < 0.4 + 0.16 * (roll() - 0.5)) continue
    if (all.every(({ x, y, size }) => Math.hypot(x - light.x, (y - light.y) * 1.5) > (size + light.size) * 0.85))
      all.push(light)
  }
  return all.toSorted((one, other) => one.y - other.y)
}

function float(sheet: Sheet, { x, y, size }: Light, rests: boolean, rust: boolean): void {
  const wide = size * 0.62
  const high = area(size) / wide
  const { shape, box } = rests ? bar(x - wide / 2, y - high, wide, high) : swell(x, y, size)
  const reach = size * 3
  const around = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach * 1.4 }
  const halo = (px: number, py: number) => Math.exp(-((Math.hypot((px - x) / 1.5, py - y + high / 3) / size) ** 2))
  const wake = (px: number, py: number) =>
    py < y + 2
      ? 0
      : Math.exp(-(((px - x) / (wide * 0.42)) ** 2) - (py - y) / (size * 1.1)) *
        (0.45 + 0.7 * noise(px / 30, py / 2.4, 6))
  const bright = rust ? 0.55 : 0.3
  sheet.wipe((px, py) => Math.min(0.85, bright * halo(px, py) + 0.5 * wake(px, py)), around)
  sheet.glaze((px, py) => bright * halo(px, py) + 0.8 * wake(px, py), { rust: rust ? 0.6 : 0.12 }, around)
  sheet.lay(shape, rust ? { rust: 0.5 } : { rust: 0.1, teal: 0.04 }, box)
}
