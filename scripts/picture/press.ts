import { tokens } from '@/lib/tokens'
import { light, mix, screen, type Light } from './colour'
import { fractal, noise } from './noise'
import type { Sheet } from './sheet'

const { sunken, primary, accent, text } = tokens.light
const paper = light(sunken)

/** How far the rust plate lies beside the others, in pixels: a print is never quite in register. */
const register = 1

/** The thickest film of ink; 1 shows the ink's own colour, more is ink upon ink. */
const thickest = 1.4
const steps = 2048

const inks = [primary, accent, text].map((hex) => glass(light(hex)))

/**
 * Prints a sheet on paper of the site's sand colour with inks of its teal, its rust and its text colour, and
 * gives the bytes of its pixels: red, green, blue. The seed is that of the grain.
 */
export function print({ width, height, teal, rust, ink }: Sheet, seed: number): Uint8Array {
  const bytes = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const tooth = grain(x, y, seed)
      const film = filmOf(inks[0], grained(teal[at], tooth) * (1 + 0.12 * unevenness(x, y, seed)))
      const other = filmOf(inks[1], grained(rust[Math.min(at + register, y * width + width - 1)], tooth))
      const dark = filmOf(inks[2], grained(ink[at], tooth))
      for (const part of [0, 1, 2] as const)
        bytes[at * 3 + part] = shown(paper[part] * (film[part] ?? 1) * (other[part] ?? 1) * (dark[part] ?? 1))
    }
  return bytes
}

/**
 * What each film of an ink lets through, from none to the thickest. A film lies between two ways to make a middle
 * tone: a thin layer all over, which is vivid, and dots with bare paper between them, which is pale.
 */
function glass(ink: Light): Light[] {
  const full = [ink[0] / paper[0], ink[1] / paper[1], ink[2] / paper[2]] as const
  return Array.from({ length: steps + 1 }, (_, at) => {
    const film = (at / steps) * thickest
    const layer: Light = [full[0] ** film, full[1] ** film, full[2] ** film]
    return film < 1 ? mix(layer, mix([1, 1, 1], full, film), 0.18) : layer
  })
}

function filmOf(ink: Light[] | undefined, tone: number): readonly number[] {
  return ink?.[Math.round((Math.min(thickest, tone) / thickest) * steps)] ?? []
}

/** The grain of an aquatint, about 0: specks of two pixels, in flocks. */
function grain(x: number, y: number, seed: number): number {
  return noise(x / 1.7, y / 1.7, seed) - 0.5 + (noise(x / 6, y / 6, seed + 1) - 0.5) * 0.45
}

/** The unevenness of a plate inked by hand, about 0, wide and faint. */
function unevenness(x: number, y: number, seed: number): number {
  return fractal(x / 420, y / 300, seed + 2, 3) - 0.5
}

/** A tone as the plate bites it: grain is strongest in middle tones, and full ink still shows the paper's tooth. */
function grained(tone = 0, tooth: number): number {
  return tone <= 0 ? 0 : Math.max(0, tone + tooth * (0.03 + 0.17 * Math.min(tone, 0.5)))
}

const values = Uint8Array.from({ length: steps * 2 + 1 }, (_, at) => Math.round(screen(at / steps / 2)))
function shown(amount: number): number {
  return values[Math.round(Math.min(1, amount) * steps * 2)] ?? 0
}
