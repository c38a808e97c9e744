/** Runs in the page. Finds overflow, clipped text, overlapping text and text aligned to a fixed side. */
export function fitFindings(): string[] {
  const found: string[] = []
  // A modal dialog hides the page behind it.
  const scope = document.querySelector('dialog:modal') ?? document.body
  const root = document.documentElement
  const over = root.scrollWidth - root.clientWidth
  if (over > 0) found.push(`the page is ${over} pixels wider than the window`)

  type Line = { text: string; block: Element; box: DOMRect }
  const lines: Line[] = []
  const blockOf = (element: Element | null): Element => {
    while (element && getComputedStyle(element).display.startsWith('inline')) element = element.parentElement
    return element ?? document.body
  }
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (!text || !parent || parent.closest('script, style, noscript, svg, .sr-only, body > a[href^="#"]')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue

    const { textAlign } = getComputedStyle(parent)
    if (textAlign === 'left' || textAlign === 'right') found.push(`"${text.slice(0, 40)}" is aligned ${textAlign}`)

    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const slack = parseFloat(getComputedStyle(parent).fontSize) * 0.3
    let scrolls = false
    for (let around: Element | null = parent; around && around !== root; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      const frame = around.getBoundingClientRect()
      scrolls ||= /auto|scroll/.test(overflowX)
      const cut = boxes.find(
        (box) =>
          (/hidden|clip/.test(overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1)) ||
          (/hidden|clip/.test(overflowY) && (box.top < frame.top - slack || box.bottom > frame.bottom + slack)),
      )
      if (cut && !scrolls) found.push(`"${text.slice(0, 40)}" is cut off by ${around.tagName}.${around.className}`)
    }
    const outside = boxes.find((box) => box.left < -1 || box.right > root.clientWidth + 1)
    if (outside && !scrolls) found.push(`"${text.slice(0, 40)}" stands outside of the window`)
    // Text scrolls under the fixed bars; the keyboard tests check that they never cover the focus.
    if (!parent.closest(scrollY > 0 ? '[data-foot], body > header' : '[data-foot]')) {
      for (const box of boxes) lines.push({ text: text.slice(0, 30), block: blockOf(parent), box })
    }
  }

  lines.sort((one, other) => one.box.top - other.box.top)
  for (const [index, { text, block, box }] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next]
      if (!other || other.box.top > box.bottom) break
      if (other.block === block || other.block.contains(block) || block.contains(other.block)) continue
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const high = Math.min(box.bottom, other.box.bottom) - other.box.top
      // Line boxes of large type are higher than the letters.
      if (wide > 2 && high > Math.min(box.height, other.box.height) * 0.35) {
        found.push(`"${text}" and "${other.text}" lie over each other`)
      }
    }
  }
  return [...new Set(found)]
}
