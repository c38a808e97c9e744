/** True in `npm run test:full`. */
export const isFull = process.env.TEST_FULL === '1'

/** Every nth of a long list; all of it in a full run. */
export const sampled = <T>(all: readonly T[], nth: number): readonly T[] =>
  isFull ? all : all.filter((_, index) => index % nth === 0)
