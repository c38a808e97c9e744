/** A number in [0, 1) that depends on nothing but a cell of the plane and a seed. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** Value noise: smooth, in [0, 1], one hill or hollow per unit of length. */
export function noise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const u = ease(x - left)
  const v = ease(y - top)
  const above = hash(left, top, seed) * (1 - u) + hash(left + 1, top, seed) * u
  const below = hash(left, top + 1, seed) * (1 - u) + hash(left + 1, top + 1, seed) * u
  return above * (1 - v) + below * v
}

/** A fractal sum of value noise, in [0, 1]: each octave is twice as fine and half as strong as the one before. */
export function fractal(x: number, y: number, seed: number, octaves = 4): number {
  let sum = 0
  let strength = 1
  let whole = 0
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += strength * noise(x * 2 ** octave, y * 2 ** octave, seed + octave)
    whole += strength
    strength /= 2
  }
  return sum / whole
}

/** A source of numbers in [0, 1) that starts anew, and the same, for each seed. */
export function dice(seed: number): () => number {
  let turn = 0
  return () => hash((turn += 1), 0, seed)
}

function ease(t: number): number {
  return t * t * (3 - 2 * t)
}
