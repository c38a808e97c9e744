/** Edges of a box, in pixels from the window's left edge. */
type Box = { name: string; left: number; right: number }

/** Runs in the page. Boxes whose position does not depend on text direction. */
export function layoutBoxes(): Box[] {
  const parts =
    'header a, header button, main :is(h1, h2, h3, p, ul, ol, li, dl, dt, dd, section, figure, table, summary), footer :is(nav, ul, li)'
  return [...document.querySelectorAll(parts)]
    .filter((element) => element.checkVisibility() && !getComputedStyle(element).display.startsWith('inline '))
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return { name: `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 30)}"`, left, right }
    })
}

/** Boxes that are not at their mirrored position. */
export function mirrorFindings(before: readonly Box[], after: readonly Box[], width: number): string[] {
  if (before.length !== after.length) return [`${before.length} boxes became ${after.length}`]
  return before.flatMap(({ name, left, right }, index) => {
    const other = after[index]
    const off = other ? Math.max(Math.abs(left - (width - other.right)), Math.abs(right - (width - other.left))) : width
    return off > 2 ? [`${name} is off by ${Math.round(off)}`] : []
  })
}
