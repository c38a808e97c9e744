import type { Page } from 'playwright/test'
import { expect } from './test'

/** The element that Tab reached. */
type Stop = {
  /** Index in document order, or -1 for anything else. */
  index: number
  name: string
  /** Problems with the visible focus. */
  wrong: string[]
}

/**
 * Runs in the page. Numbers everything that Tab should reach, in document order. A radio group is one stop.
 * @returns their names, and those of the main content as a range
 */
export function numberStops(): { names: string[]; main: [first: number, end: number] } {
  const can = 'a[href], button, summary, select, textarea, input, [tabindex], iframe, audio[controls], video[controls]'
  const groups = new Set<string>()
  const stops = [...document.querySelectorAll<HTMLElement>(can)].filter((element) => {
    // A native control with a negative tabindex should still be reachable, so it becomes a finding. In a toolbar,
    // arrow keys reach it.
    const native =
      !element.closest('[role=toolbar]') && element.matches('a[href], button, summary, select, textarea, input')
    if ((element.tabIndex < 0 && !native) || element.matches(':disabled, [type=hidden]') || element.closest('[inert]'))
      return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const peers = [
      ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(element.name)}"]`),
    ]
    const stop = peers.find(({ checked }) => checked) ?? peers[0]
    if (stop !== element || groups.has(element.name)) return false
    groups.add(element.name)
    return true
  })
  const names = stops.map((element, index) => {
    element.dataset.stop = String(index)
    return `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  })
  const isMain = (element: HTMLElement) => element.closest('main') !== null
  return { names, main: [stops.findIndex(isMain), stops.findLastIndex(isMain) + 1] }
}

/** Runs in the page. The focused element, which needs a ring of 3 px, inside the window and uncovered. */
export function stopNow(): Stop | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement || active instanceof SVGElement) || active === document.body) return null
  const wrong: string[] = []
  const ringed = [active, active.closest('label')].some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 3 && !/, 0\)|\/ 0\)/.test(outlineColor)
  })
  if (!ringed) wrong.push('shows no ring')
  const box = active.getClientRects()[0] ?? active.getBoundingClientRect()
  // A press near the edge of a link in a text goes to the next line.
  const inset = box.height < 32 ? box.height / 4 : 3
  const middle = box.left + box.width / 2
  // Of tall elements and text areas, browsers bring the top into view, where the caret is.
  const topOnly = box.height > innerHeight / 2 || active.tagName === 'TEXTAREA'
  const points = topOnly
    ? [Math.max(box.top, 0) + inset]
    : [box.top + inset, box.top + box.height / 2, box.bottom - inset]
  for (const y of points) {
    const there = document.elementFromPoint(middle, y)
    if (!there) wrong.push('lies outside of the window')
    else if (
      there !== active &&
      !active.contains(there) &&
      !there.contains(active) &&
      !there.closest('label')?.contains(active)
    )
      wrong.push(`is covered by ${there.tagName.toLowerCase()} "${there.textContent?.trim().slice(0, 20)}"`)
  }
  return {
    index: Number(active.dataset.stop ?? -1),
    name: (active.getAttribute('aria-label') ?? active.textContent ?? '').trim().slice(0, 40),
    wrong: [...new Set(wrong)],
  }
}

/** Presses Tab from the first stop past the last one, of the page or of its main content. */
export async function walkByTab(page: Page, part: 'page' | 'main') {
  const { names, main } = await page.evaluate(numberStops)
  const [first, end] = part === 'main' ? main : [0, names.length]
  expect(names.length).toBeGreaterThan(5)
  // The page stays at its top, as after its header.
  if (part === 'main') await page.getByRole('main').evaluate((main) => main.focus({ preventScroll: true }))
  const reached: number[] = []
  const wrong: string[] = []
  let left = false
  while (!left && reached.length <= end - first + 3) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopNow)
    // After the last stop comes the browser's own UI, which headless windows skip.
    left = !stop || stop.index === end || (stop.index === 0 && reached.length > 0)
    if (left || !stop) break
    reached.push(stop.index)
    wrong.push(...stop.wrong.map((each) => `"${stop.name}" ${each}`))
  }
  expect.soft(left, 'the focus goes on').toBe(true)
  expect.soft(reached.map((index) => names[index] ?? 'something else')).toEqual(names.slice(first, end))
  expect.soft(wrong).toEqual([])
}
