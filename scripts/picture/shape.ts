import { fractal, noise } from './noise'
import type { Box, Shape } from './sheet'

export type Boxed = { shape: Shape; box: Box }

export const everywhere: Shape = () => 1

/** From 0 to 1 while a value goes from one border to the other, without a corner at either end. */
export function step(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** A number for each column, asked for once while a row of it is painted. */
export function byColumn(width: number, line: (x: number) => number): (x: number) => number {
  const rows = Float32Array.from({ length: width }, (_, x) => line(x))
  return (x) => rows[x] ?? 0
}

/** Everything below a line y = f(x), with a border `soft` pixels wide to either side. */
export function below(line: (x: number) => number, soft = 0.8): Shape {
  return (x, y) => step(-soft, soft, y - line(x))
}

/** The upper side of a circle, far out on either side straight down: a hill, with a hand-cut edge. */
export function crest(x: number, top: number, radius: number, seed: number): (x: number) => number {
  return (at) => {
    const away = Math.min(1, Math.abs(at - x) / radius)
    return top + radius * (1 - Math.sqrt(1 - away * away)) + handCut(at, seed)
  }
}

/** A half circle that stands on y. A sound, where the site draws one. */
export function swell(x: number, y: number, width: number): Boxed {
  const radius = width / 2
  return {
    shape: (px, py) => {
      const edge = (1 - Math.hypot((px - x) / radius, (py - y) / radius)) * radius
      return step(-0.7, 0.7, edge) * step(-0.5, 0.5, y - py)
    },
    box: { left: x - radius - 2, right: x + radius + 2, top: y - radius - 2, bottom: y + 2 },
  }
}

/** A bar with square corners, its corner at the upper left. A rest, where the site draws one. */
export function bar(x: number, y: number, width: number, height: number): Boxed {
  const inside = (from: number, length: number, at: number) =>
    Math.max(0, Math.min(at + 0.5, from + length) - Math.max(at - 0.5, from))
  return {
    shape: (px, py) => inside(x, width, px) * inside(y, height, py),
    box: { left: x - 2, right: x + width + 2, top: y - 2, bottom: y + height + 2 },
  }
}

/** The area of a swell: what its rest has, too. */
export function area(width: number): number {
  return (Math.PI / 4) * width * (width / 2)
}

/** How far a hand-cut edge lies off the rule, in pixels. */
function handCut(at: number, seed: number): number {
  return (fractal(at / 130, seed, seed, 4) - 0.5) * 8 + (noise(at / 9, seed, seed + 9) - 0.5)
}
