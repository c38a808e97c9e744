// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { layOutScript } from '@/components/site/lay-out-script'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const { dataset } = document.documentElement
beforeEach(() => {
  dataset.line = 'slow'
})
afterEach(() => {
  delete dataset.line
  endPage()
})

const laid = () => [...document.querySelectorAll('[data-laid]')].map(({ id }) => id).join('')

const html = `<main><div id="x"></div><section id="w"><section id="y"></section></section><section id="a"></section>
  <div id="v" data-questions></div><div id="b" data-questions></div><ul><li id="u"></li><li id="c" data-late></li></ul>
  <section id="d"></section></main><footer id="e"></footer><div id="z"></div>`

it('lays out what is below the window once the page has loaded, two parts a frame', () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
  document.body.innerHTML = html
  runPageScript(layOutScript)
  expect(laid()).toBe('')
  dispatchEvent(new Event('load'))
  expect(laid()).toHaveLength(2)
  for (let left = 5; left > 0; left--) for (const step of frames.splice(0)) step(0)
  expect(laid()).toBe('abcde')
  expect(frames).toEqual([])
})

it('touches nothing where nothing was left: React would find another page than it was sent', () => {
  delete dataset.line
  document.body.innerHTML = html
  runPageScript(layOutScript)
  dispatchEvent(new Event('load'))
  expect(laid()).toBe('')
})
