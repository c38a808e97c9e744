/** A page whose widget markup is being fixed. */
import { afterEach, beforeEach, expect } from 'vitest'
import { fixMarkup } from '@/components/auth/accessibility/markup'

export let stop = () => {}
export const place = () => document.querySelector<HTMLElement>('#place') ?? document.body
export const one = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`There is no ${selector}.`)
export const show = (html: string) => (place().innerHTML = html)
export const key = (target: Element, name: string, more = {}) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })
  target.dispatchEvent(event)
  return event
}
export const statusText = () => one('[role=status]').textContent

/** Starts the fixes. */
export function start(options?: Parameters<typeof fixMarkup>[1]) {
  stop = fixMarkup(place(), options)
}

beforeEach(() => {
  document.body.innerHTML = '<button id="beside">Beside</button><main><div id="place"></div></main>'
  start()
})
afterEach(() => stop())
