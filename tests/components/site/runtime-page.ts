/** A page with deferred scripts, whose requests the test answers. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { runtimeScript } from '@/components/site/runtime-script'
import { servedPageScript } from '@/components/site/served-page-script'
import { runtimeDataId, runtimeId } from '@/lib/contract/runtime'
import { endPage, runPageScript } from '@/tests/setup/page-script'

export const files = ['/_next/static/chunks/1.js', '/_next/static/chunks/2.js']
export const given = { first: 'globalThis.begun = true', flight: [[0], [1, 'a']] }
export const failed = 'It could not be loaded.'

/** Appended scripts, which the test loads. */
let scripts: HTMLScriptElement[] = []
/** Addresses of scripts and data in order of request. */
export let requests: string[] = []
let answers: ((answer: object) => void)[] = []
let whenIdle: (() => void)[] = []
export let notice: ((isNear: boolean) => void) | undefined
export let watched: Element[] = []

class Observer {
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    expect(options?.rootMargin).toBe('200px')
    notice = (isIntersecting) => callback([{ isIntersecting }] as IntersectionObserverEntry[], this as never)
  }
  observe = (element: Element) => void watched.push(element)
}

export const set = (name: 'connection' | 'onLine' | 'sendBeacon', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

export const press = '<button type="button" id="press"><b>press</b></button>'
export const link = '<a href="#answer" data-wait>link</a>'
const foot = `<p id="offline" data-failed="${failed}"></p>`
export const island = (inner: string, when = '') => `<div data-island="${when}">${inner}</div>`
const outside = '<button type="button" id="outside">out</button>'

export const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)!
export const line = () => find('#offline').textContent

type Stage = { held?: boolean }

/** A page that has been parsed. */
export function begin(html: string, { held = true }: Stage = {}) {
  document.head.innerHTML = ''
  const inert = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`
  const blocks = held ? inert(runtimeId, files) + inert(runtimeDataId, given) : ''
  document.body.innerHTML = `${blocks}${html}${outside}${foot}`
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes as HTMLScriptElement[]) {
      scripts.push(node)
      if (node.src) requests.push(new URL(node.src).pathname)
    }
  })
  runPageScript(`${servedPageScript};${runtimeScript}`)
}
export const idle = () => {
  for (const run of whenIdle.splice(0)) run()
}
function load() {
  dispatchEvent(new Event('load'))
  dispatchEvent(new Event('pageshow'))
}
export function show(html: string, stage?: Stage) {
  begin(html, stage)
  load()
}

export const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Answers all requests. */
export async function arrive({ status = 200, broken = '' } = {}) {
  for (const resolve of answers.splice(0)) resolve({ status })
  for (const script of scripts.splice(0))
    if (script.src) script.dispatchEvent(new Event(broken && script.src.endsWith(broken) ? 'error' : 'load'))
    else inlineScripts.push(script.textContent)
  await turn()
  for (const script of scripts.splice(0)) if (!script.src) inlineScripts.push(script.textContent)
}
/** Inline scripts that were appended. */
export let inlineScripts: string[] = []
export const begun = () => inlineScripts.length > 0

export function ready() {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) island.dataset.ready = ''
  document.dispatchEvent(new Event('hydrated'))
  return turn()
}

export const click = (selector: string, more: MouseEventInit = {}) =>
  find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }))

history.replaceState(null, '', '/blog')
beforeEach(() => {
  ;[scripts, requests, answers, whenIdle, watched, inlineScripts] = [[], [], [], [], [], []]
  notice = undefined
  set('onLine', true)
  set('connection', undefined)
  set(
    'sendBeacon',
    vi.fn(() => true),
  )
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address)
    return new Promise((resolve) => answers.push(resolve))
  })
})
afterEach(async () => {
  history.replaceState(null, '', '/blog')
  // Listeners are notified a turn later.
  await turn()
  endPage()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.session
  delete (self as { __next_f?: unknown }).__next_f
})
