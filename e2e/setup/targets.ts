/**
 * Runs in the page. Targets have at least 44 × 44 pixels. Links within a sentence are exempt (WCAG's inline exception),
 * and footnote numbers in `sup` need 24 × 24.
 */
export function targetFindings(): string[] {
  const found: string[] = []
  // A modal dialog hides the page behind it.
  const scope = document.querySelector('dialog:modal') ?? document.body
  const pressable = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab]'
  const words = (block: Element) => {
    const copy = block.cloneNode(true) as Element
    for (const inner of copy.querySelectorAll('a, button, style, svg, .sr-only')) inner.remove()
    return (copy.textContent?.match(/\p{L}/gu) ?? []).length
  }
  const inSentence = (element: Element) => {
    if (getComputedStyle(element).display !== 'inline') return false
    let block = element.parentElement
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
    return block !== null && words(block) > 1
  }
  for (const element of scope.querySelectorAll<HTMLElement>(pressable)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    // Skip links are outside the window until focused.
    if (element.matches('body > a[href^="#"]')) continue
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((each) => each.getBoundingClientRect())
    const width = Math.max(...boxes.map((box) => box.width))
    const height = Math.max(...boxes.map((box) => box.height))
    const isReference = element.closest('sup') !== null
    if (!isReference && inSentence(element)) continue
    const least = isReference ? 24 : 44
    if (Math.round(width * 10) / 10 >= least && Math.round(height * 10) / 10 >= least) continue
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    found.push(`${element.tagName.toLowerCase()} "${name}" is ${Math.round(width)} × ${Math.round(height)}`)
  }
  return found
}
