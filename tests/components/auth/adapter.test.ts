// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Widget, WidgetEvent } from '@/components/auth/adapter'
import type { Compat } from '@/components/auth/sdk'
import { settingsOf } from './settings'

type Callbacks = {
  uiShown: () => void
  signInSuccessWithAuthResult: (result: object, redirectUrl?: string) => boolean
  signInFailure: (error: object) => Promise<void>
}

const firebaseui = vi.hoisted(() => {
  const state = { log: [] as string[], config: {} as { callbacks: unknown; signInFlow?: string }, html: '' }
  class AuthUI {
    start(container: HTMLElement, config: typeof state.config) {
      state.log.push('start')
      state.config = config
      container.innerHTML = state.html
    }
    setConfig(config: object) {
      state.log.push('configure')
      Object.assign(state.config, config)
    }
    reset() {
      state.log.push('reset')
    }
    async delete() {
      state.log.push('delete')
    }
  }
  return { state, module: { auth: { AuthUI } } }
})
vi.mock('firebaseui', () => firebaseui.module)
vi.mock('@/components/auth/accessibility/markup', () => ({ fixMarkup: () => () => {} }))

const { state } = firebaseui
const callbacks = () => state.config.callbacks as Callbacks
const page = (name: string, content = '') => `<div class="firebaseui-id-page-${name}">${content}</div>`
const list = page('provider-sign-in', '<button data-provider-id="google.com"></button>')

const container = document.createElement('div')
const compat = {
  settings: settingsOf({ signInOptions: ['password', 'google.com'] }),
  auth: { signInWithCredential: vi.fn() },
  handleCalls: vi.fn(),
  abandon: vi.fn(),
  prepareSecondClient: vi.fn(),
}
let events: WidgetEvent[] = []
let widget: Widget

beforeEach(async () => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(state, { log: [], config: {}, html: list })
  events = []
  const { mountWidget } = await import('@/components/auth/adapter')
  widget = await mountWidget(compat as unknown as Compat, {
    container,
    returnTo: 'https://u.example/',
    mode: () => 'callback',
    choices: () => ({ visit: 'in', emailLink: false }),
    emit: (event) => void events.push(event),
    secondStep: () => Promise.reject(new Error('no second step')),
  })
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  widget.stop()
  vi.useRealTimers()
})

test('reports the page that the widget shows', async () => {
  expect(events).toEqual([{ type: 'page', name: 'provider-sign-in' }])
  expect(widget.isAtStart()).toBe(true)
  container.innerHTML = page('password-sign-in')
  await vi.advanceTimersByTimeAsync(0)
  expect(events.at(-1)).toEqual({ type: 'page', name: 'password-sign-in' })
  expect(widget.isAtStart()).toBe(false)
  callbacks().uiShown()
  expect(events.at(-1)).toEqual({ type: 'shown' })
})

const conflict = { code: 'firebaseui/anonymous-upgrade-merge-conflict', credential: 'c' }

test('signs a guest in to their existing account', async () => {
  const user = { uid: 'ada' }
  compat.auth.signInWithCredential.mockResolvedValue({ user })
  const merged = callbacks().signInFailure(conflict)
  container.replaceChildren()
  await merged
  await vi.advanceTimersByTimeAsync(5000)
  expect(events.slice(1)).toEqual([
    { type: 'merging' },
    { type: 'signed-in', user, linked: false, redirectUrl: undefined },
  ])
})

test('reports a guest’s sign-in that fails, and ignores other failures', async () => {
  compat.auth.signInWithCredential.mockRejectedValue(new Error('no'))
  await callbacks().signInFailure({ code: 'auth/internal-error' })
  await callbacks().signInFailure(conflict)
  expect(events.slice(1)).toEqual([{ type: 'merging' }, { type: 'stranded' }])
})
