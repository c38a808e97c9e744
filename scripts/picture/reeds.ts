import { dice, fractal, noise } from './noise'
import { below, byColumn, crest, everywhere, step, swell } from './shape'
import type { Sheet, Tones } from './sheet'
import { reflect } from './water'

const line = 430

type Reed = { x: number; foot: number; tall: number; lean: number; thick: number; head: number; near: number }

/** Reeds at a shore: many upright strokes, a low sun behind them in the mist, and the water that holds them still. */
export function reeds(sheet: Sheet): void {
  morning(sheet)
  reflect(sheet, line, {
    stretch: 1,
    ripple: 3,
    water: { teal: 0.26, rust: 0.04 },
    shade: { teal: 0.12 },
    keep: 0.66,
  })
  sheet.wipe(() => 0.45, { left: 0, right: sheet.width, top: line, bottom: line + 2 })
  const all = growth()
  for (const reed of all) stroke(sheet, reed, -1)
  for (const reed of all) stroke(sheet, reed, 1)
}

function morning(sheet: Sheet): void {
  sheet.lay(everywhere, (x, y) => {
    const up = 1 - y / line
    const cloud = 0.12 * (fractal(x / 480, y / 90, 4, 5) - 0.5)
    return { teal: 0.14 + 0.34 * step(0.2, 1.2, up) + cloud, rust: 0.1 * (1 - step(0, 0.8, up)) + 0.02 }
  })
  const sun = swell(960, line, 250)
  sheet.lay(sun.shape, (_, y) => ({ rust: 0.3 + 0.22 * step(line - 125, line, y) }), sun.box)
  const hills = [
    { x: 190, top: line - 132, radius: 1350, teal: 0.28 },
    { x: 1650, top: line - 100, radius: 1150, teal: 0.34 },
  ]
  hills.forEach(({ x, top, radius, teal }, nth) => {
    const edge = byColumn(sheet.width, crest(x, top, radius, 20 + nth))
    const mist = (y: number) => step(top, top + 110, y)
    sheet.lay(below(edge), (_, y) => ({ teal: teal - 0.16 * mist(y), rust: 0.03 + 0.03 * mist(y) }), {
      left: 0,
      right: sheet.width,
      top: 0,
      bottom: line,
    })
  })
}

/** Two stands of reeds with open water between them, the farthest reed first. */
function growth(): Reed[] {
  const roll = dice(23)
  const all: Reed[] = []
  for (let nth = 0; nth < 1500; nth += 1) {
    const near = roll() ** 1.3
    const x = roll() * 1640 - 20
    const stand =
      Math.exp(-(((x - 330 + 120 * near) / (230 + 90 * near)) ** 2)) +
      0.55 * Math.exp(-(((x - 1480 + 60 * near) / 130) ** 2))
    if (stand < 0.2 || roll() > stand * (0.16 + 0.5 * fractal(x / 60, near * 9, 12, 2))) continue
    const tall = (120 + 250 * stand) * (0.5 + 0.6 * roll()) * (0.62 + 0.75 * near)
    all.push({
      x,
      near,
      tall,
      foot: line + 6 + 180 * near + 24 * near * fractal(x / 200, 1, 5, 2),
      lean: (roll() - 0.36) * 0.16 * tall,
      thick: 1.8 + 4 * near * (0.6 + 0.6 * roll()),
      head: roll() < 0.2 ? 20 + 52 * near : 0,
    })
  }
  return all.toSorted((one, other) => one.near - other.near)
}

/** One reed, upwards (1) or as its reflection (-1): a stroke that thins out, and on some of them a square head. */
function stroke(sheet: Sheet, { x, foot, tall, lean, thick, head, near }: Reed, side: 1 | -1): void {
  const real = side === 1
  const length = real ? tall : tall * 1.05
  const top = real ? foot - length : foot
  const rippled = (y: number) => (real ? 0 : (noise(x / 300, (y - line) / 13, 31) - 0.5) * 3.4 * step(0, 140, y - foot))
  const along = (y: number) => Math.min(1, Math.max(0, ((foot - y) * side) / length))
  const middle = (y: number) => x + lean * along(y) ** 2 + rippled(y)
  const box = { left: Math.min(x, x + lean) - 14, right: Math.max(x, x + lean) + 14, top, bottom: top + length }
  const fade = (y: number) => (real ? 1 : 0.62 * (1 - 0.75 * along(y)))
  const tones: Tones = { teal: 0.34 + 0.5 * near, rust: 0.05, ink: 0.5 * near * near }
  sheet.lay(
    (px, py) => fade(py) * step(-0.6, 0.6, (thick / 2) * (1 - 0.7 * along(py)) - Math.abs(px - middle(py))),
    tones,
    box,
  )
  if (head === 0) return
  const [from, to] = [1 - (head * 1.25) / tall, 1 - (head * 0.25) / tall]
  sheet.lay(
    (px, py) => {
      const up = along(py)
      return up < from || up > to ? 0 : fade(py) * step(-0.6, 0.6, 1.6 + 4.4 * near - Math.abs(px - middle(py)))
    },
    { rust: 0.5 + 0.4 * near, teal: 0.06 + 0.1 * near, ink: 0.2 * near },
    box,
  )
}
