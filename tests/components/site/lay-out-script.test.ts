// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { layOutScript } from '@/components/site/lay-out-script'
import { endPage, runPageScript } from '@/tests/setup/page-script'

afterEach(endPage)

const laid = () => [...document.querySelectorAll('[data-laid]')].map(({ id }) => id).join('')

it('lays out what is below the window once the page has loaded, six parts a frame', () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
  document.body.innerHTML = `<main><div id="x"></div><section id="a"><section id="y"></section></section>
    <div id="b" data-questions></div><section id="c"></section><section id="d"></section><section id="e"></section>
    <section id="f"></section></main><footer id="g"></footer><div id="z"></div>`
  runPageScript(layOutScript)
  expect(laid()).toBe('')
  dispatchEvent(new Event('load'))
  expect(laid()).toHaveLength(6)
  for (const step of frames.splice(0)) step(0)
  expect(laid()).toBe('abcdefg')
  expect(frames).toEqual([])
})
