/** With so few pages all numbers stand there. */
const all = 7

/**
 * The numbers that lead through a list: the first, the last, the present one and its neighbours. Null is a
 * gap of two numbers or more, so that the row stays short for any number of pages.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (pages <= all) return range(1, pages)
  const [from, to] = [Math.min(page - 1, pages - 4), Math.max(page + 1, 5)]
  return [
    ...(from <= 3 ? range(1, from - 1) : [1, null]),
    ...range(Math.max(from, 1), Math.min(to, pages)),
    ...(to >= pages - 2 ? range(to + 1, pages) : [null, pages]),
  ]
}
