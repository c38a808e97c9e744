import { fractal, noise } from './noise'
import { step } from './shape'
import type { Sheet, Tones } from './sheet'

/** How water gives back what stands above it. */
type Still = {
  /** How much longer the reflection is than the thing. */
  stretch: number
  /** How far a ripple moves it sideways at the front, in pixels. */
  ripple: number
  /** What the water itself looks like. */
  water: Tones
  /** Printed over all of the water, deeper towards the front. */
  shade: Tones
  /** How much of what stands above is given back at the far end; less of it towards the front. */
  keep: number
}

/** Covers everything below a line with the reflection of what is above it. */
export function reflect(sheet: Sheet, line: number, { stretch, ripple, water, shade, keep }: Still): void {
  sheet.lay(
    () => 1,
    (x, y) => {
      const deep = y - line
      const near = deep / (sheet.height - line)
      const sway = (noise(x / 300, deep / (2 + 8 * near), 31) - 0.5) * 2 * ripple * step(0, 0.5, near + 0.1)
      const seen = sheet.at(x + sway, line - 1 - deep / stretch)
      const gleam = (fractal(x / 360, deep / (3 + 16 * near), 33, 3) - 0.5) * 0.14
      const tone = (ink: keyof Tones) => {
        const own = water[ink] ?? 0
        return own + (seen[ink] - own) * keep * (1 - 0.5 * near) + (shade[ink] ?? 0) * (0.25 + near)
      }
      return { teal: tone('teal') + gleam, rust: tone('rust'), ink: tone('ink') }
    },
    { left: 0, right: sheet.width, top: line, bottom: sheet.height },
  )
}
