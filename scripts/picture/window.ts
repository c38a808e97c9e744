import { fractal, noise } from './noise'
import { area, bar, below, byColumn, crest, everywhere, step, swell, type Boxed } from './shape'
import type { Sheet, Tones } from './sheet'
import { reflect } from './water'

const line = 600
const corner = 690
const ground = 856
const glass = { left: 900, top: 176, wide: 460, tall: 440 }
const lamp = { x: 1015, y: 424, width: 156 }

/** A lit window at dusk, seen from outside; across the water there is another one. */
export function window(sheet: Sheet): void {
  dusk(sheet)
  wall(sheet)
  meadow(sheet)
  room(sheet)
  frame(sheet)
}

function dusk(sheet: Sheet): void {
  const sky = { left: 0, right: sheet.width, top: 0, bottom: line }
  sheet.lay(everywhere, (x, y) => {
    const up = 1 - y / line
    return {
      teal: 0.26 + 0.5 * step(0, 1.1, up) + 0.12 * (fractal(x / 500, y / 70, 3, 5) - 0.5),
      rust: 0.15 * (1 - step(0, 0.7, up)),
      ink: 0.18 * up,
    }
  })
  const far = byColumn(sheet.width, crest(-60, line - 185, 1000, 4))
  sheet.lay(below(far), (_, y) => ({ teal: 0.66 - 0.2 * step(line - 150, line, y), ink: 0.1 }), sky)
  const near = byColumn(sheet.width, crest(500, line - 86, 2600, 5))
  sheet.lay(below(near), (_, y) => ({ teal: 0.84 - 0.08 * step(line - 90, line, y), ink: 0.34 }), sky)
  reflect(sheet, line, {
    stretch: 1.5,
    ripple: 5,
    water: { teal: 0.5, ink: 0.1 },
    shade: { teal: 0.1, ink: 0.1 },
    keep: 0.92,
  })
  sheet.wipe(() => 0.28, { left: 0, right: corner, top: line - 1, bottom: line + 1 })
  lay(sheet, bar(371, line - 50, 20, 28), { rust: 0.24 })
  const streak = bar(372, line + 22, 18, 150)
  sheet.wipe(
    (x, y) => streak.shape(x, y) * (1 - step(line + 20, line + 178, y)) * (0.76 + 0.2 * noise(x / 40, y / 4, 4)),
    streak.box,
  )
  sheet.glaze((x, y) => streak.shape(x, y) * (1 - step(line + 20, line + 180, y)), { rust: 0.3 }, streak.box)
}

function wall(sheet: Sheet): void {
  const board = 56
  sheet.lay(
    (x) => step(corner - 0.8, corner + 0.8, x),
    (x, y) => {
      const row = Math.floor(y / board)
      const within = y - row * board
      const glow = Math.exp(-(Math.hypot((x - 1130) / 350, (y - 396) / 330) ** 2))
      const seam = 1 - step(0, 7, within)
      const lip = step(board - 5, board - 1, within)
      const wood = 0.12 * (noise(x / 240, y / 6, row) - 0.5)
      return {
        teal: 0.82 + wood - 0.4 * glow - 0.08 * lip,
        ink: 0.44 + 0.26 * seam - 0.42 * glow - 0.06 * lip,
        rust: 0.4 * glow,
      }
    },
  )
  lay(sheet, bar(corner - 12, 0, 34, sheet.height), { teal: 0.78, ink: 0.62 })
}

/** Grass before the house, and on it the window's light, drawn out and aslant. */
function meadow(sheet: Sheet): void {
  const edge = byColumn(
    sheet.width,
    (x) =>
      ground + 34 * step(corner + 120, 0, x) + 10 * (fractal(x / 90, 2, 6, 4) - 0.5) + 7 * (noise(x / 3, 1, 8) - 0.5),
  )
  sheet.lay(below(edge), (x, y) => ({
    teal: 0.9 + 0.12 * (noise(x / 9, y / 5, 9) - 0.5),
    ink: 0.55 + 0.1 * (fractal(x / 60, y / 20, 7) - 0.5),
  }))
  const light =
    (from: number, wide: number): ((x: number, y: number) => number) =>
    (x, y) => {
      const out = (y - ground) / 150
      const left = from - (1130 - from) * 0.32 * out - 46 * out
      return (
        step(0, 5 + 16 * out, x - left) *
        step(0, 5 + 16 * out, left + wide * (1 + 0.32 * out) - x) *
        (1 - 0.55 * step(0, 1, out)) *
        below(edge)(x, y)
      )
    }
  for (const from of [glass.left, glass.left + glass.wide / 2 + 7]) {
    const pane = light(from, glass.wide / 2 - 7)
    sheet.wipe((x, y) => pane(x, y) * 0.74)
    sheet.glaze(pane, { rust: 0.4 })
  }
}

/** Inside: a lamp that hangs, and on the sill a bar of the same area. */
function room(sheet: Sheet): void {
  const { left, top, wide, tall } = glass
  lay(sheet, bar(left, top, wide, tall), (x, y) => {
    const away = Math.hypot(x - lamp.x, (y - lamp.y - 60) * 0.9)
    return {
      rust: 0.1 + 0.34 * step(40, 430, away) + 0.04 * (fractal(x / 50, y / 50, 8) - 0.5),
      teal: 0.03 + 0.05 * step(150, 460, away),
    }
  })
  lay(sheet, bar(lamp.x - 2, top, 4, lamp.y - top - lamp.width / 2), { rust: 0.8, ink: 0.3 })
  lay(sheet, swell(lamp.x, lamp.y, lamp.width), { rust: 0.72, teal: 0.08 })
  const width = 66
  const height = area(lamp.width) / width
  lay(sheet, bar(1216, top + tall - height, width, height), { teal: 0.56, rust: 0.14 })
}

function frame(sheet: Sheet): void {
  const { left, top, wide, tall } = glass
  const wood: Tones = { teal: 0.86, ink: 0.7 }
  const rail = 20
  for (const part of [
    bar(left - rail, top - rail, wide + 2 * rail, rail),
    bar(left - rail, top + tall, wide + 2 * rail, rail),
    bar(left - rail, top, rail, tall),
    bar(left + wide, top, rail, tall),
    bar(left + wide / 2 - 7, top, 14, tall),
    bar(left, top + 130, wide, 12),
  ])
    lay(sheet, part, wood)
  lay(sheet, bar(left - 46, top + tall + rail, wide + 92, 20), { teal: 0.5, ink: 0.24, rust: 0.24 })
  lay(sheet, bar(left - 46, top + tall + rail + 20, wide + 92, 9), { teal: 0.9, ink: 0.9 })
}

function lay(sheet: Sheet, { shape, box }: Boxed, tones: Parameters<Sheet['lay']>[1]): void {
  sheet.lay(shape, tones, box)
}
