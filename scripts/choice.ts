/** What was named on the command line, out of what there is. */
type Choice<Named> = {
  /** In the order of the whole; all of it when nothing was named. */
  chosen: Named[]
  /** Names that there are not. */
  unknown: string[]
}

/** Picks what is named; all when nothing is. */
export function choose<Named extends { name: string }>(
  all: readonly Named[],
  names: readonly string[] = [],
): Choice<Named> {
  return {
    chosen: all.filter(({ name }) => names.length === 0 || names.includes(name)),
    unknown: names.filter((wanted) => !all.some(({ name }) => name === wanted)),
  }
}
