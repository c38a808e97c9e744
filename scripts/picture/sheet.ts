/** How much of each of the three inks lies somewhere: 0 is bare paper, 1 is the ink's full colour. */
export type Tones = { teal?: number; rust?: number; ink?: number }

/** How much of a point lies within a shape, from 0 to 1. Lengths are pixels, y points down. */
export type Shape = (x: number, y: number) => number

/** A rectangle outside which a shape is known to be empty. */
export type Box = { left: number; top: number; right: number; bottom: number }

type Painter = Tones | ((x: number, y: number) => Tones)

/** One plate for each ink, and the ways to work on all three at once. */
export class Sheet {
  readonly teal: Float32Array
  readonly rust: Float32Array
  readonly ink: Float32Array

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.teal = new Float32Array(width * height)
    this.rust = new Float32Array(width * height)
    this.ink = new Float32Array(width * height)
  }

  /** Covers a shape with tones, whatever was there before. */
  lay(shape: Shape, painter: Painter, box?: Box): void {
    this.#each(box, shape, painter, (before, tone, share) => before + (tone - before) * share)
  }

  /** Prints tones over what is there. */
  glaze(shape: Shape, painter: Painter, box?: Box): void {
    this.#each(box, shape, painter, (before, tone, share) => before + tone * share)
  }

  /** Takes ink off the plates within a shape, as a cloth does: light. */
  wipe(shape: Shape, box?: Box): void {
    this.#each(box, shape, {}, (before, _, share) => before * (1 - share))
  }

  /** Tones at a place between pixels; beyond an edge, those of the edge. */
  at(x: number, y: number): Required<Tones> {
    const column = Math.min(this.width - 1.001, Math.max(0, x))
    const row = Math.min(this.height - 1.001, Math.max(0, y))
    const left = Math.floor(column)
    const u = column - left
    const v = row - Math.floor(row)
    const first = Math.floor(row) * this.width + left
    const pick = (plate: Float32Array) => {
      const above = (plate[first] ?? 0) * (1 - u) + (plate[first + 1] ?? 0) * u
      const below = (plate[first + this.width] ?? 0) * (1 - u) + (plate[first + this.width + 1] ?? 0) * u
      return above * (1 - v) + below * v
    }
    return { teal: pick(this.teal), rust: pick(this.rust), ink: pick(this.ink) }
  }

  #each(
    box: Box = { left: 0, top: 0, right: this.width, bottom: this.height },
    shape: Shape,
    painter: Painter,
    join: (before: number, tone: number, share: number) => number,
  ): void {
    const right = Math.min(this.width, Math.ceil(box.right))
    const bottom = Math.min(this.height, Math.ceil(box.bottom))
    for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y += 1)
      for (let x = Math.max(0, Math.floor(box.left)); x < right; x += 1) {
        const share = shape(x, y)
        if (share <= 0) continue
        const { teal = 0, rust = 0, ink = 0 } = typeof painter === 'function' ? painter(x, y) : painter
        const at = y * this.width + x
        this.teal[at] = join(this.teal[at] ?? 0, teal, share)
        this.rust[at] = join(this.rust[at] ?? 0, rust, share)
        this.ink[at] = join(this.ink[at] ?? 0, ink, share)
      }
  }
}
