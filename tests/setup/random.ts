/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** An integer from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True with the probability `share`. */
  chance(share: number): boolean
  pick<T>(of: readonly T[]): T
  shuffled<T>(of: readonly T[]): T[]
}

/** Mulberry32, a short generator that passes the usual tests of randomness. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (of) => {
      const drawn = of[whole(0, of.length - 1)]
      if (drawn === undefined) throw new RangeError('There is nothing to pick from.')
      return drawn
    },
    shuffled(of) {
      const list = [...of]
      for (let last = list.length - 1; last > 0; last--) {
        const other = whole(0, last)
        ;[list[last], list[other]] = [list[other] as (typeof list)[number], list[last] as (typeof list)[number]]
      }
      return list
    },
  }
}

/** The seed of one part of a run, which does not depend on whether other parts run. */
export const seedOf = (seed: number, part: number) =>
  (Math.imul(seed, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0
