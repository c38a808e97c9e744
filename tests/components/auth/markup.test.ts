// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mendMarkup } from '@/components/auth/markup'

let stop = () => {}
const container = () => document.querySelector<HTMLElement>('#place') ?? document.body
const one = (selector: string) => container().querySelector(selector) ?? document.body

beforeEach(() => {
  document.body.innerHTML = `<div id="place"><form>
    <div class="firebaseui-textfield"><input class="firebaseui-id-email"></div>
    <div class="firebaseui-error-wrapper"><p class="firebaseui-error firebaseui-hidden firebaseui-id-email-error"></p></div>
    <div class="firebaseui-new-password-component">
      <input class="firebaseui-id-new-password"><a class="firebaseui-id-password-toggle firebaseui-input-toggle-on" href="#"></a>
      <p class="firebaseui-error firebaseui-hidden firebaseui-id-password-error"></p>
    </div></form></div>`
  stop = mendMarkup(container())
})
afterEach(() => stop())

test('the password toggle has a name that follows it, and Space presses it', async () => {
  const toggle = one('.firebaseui-id-password-toggle')
  expect([toggle.getAttribute('role'), toggle.getAttribute('aria-label')]).toEqual(['button', 'Show password'])
  toggle.className = 'firebaseui-id-password-toggle firebaseui-input-toggle-off'
  await vi.waitFor(() => expect(toggle.getAttribute('aria-label')).toBe('Hide password'))
  const pressed = vi.fn((event: Event) => event.preventDefault())
  toggle.addEventListener('click', pressed)
  toggle.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  expect(pressed).toHaveBeenCalledTimes(1)
})

test.each([
  ['email', '.firebaseui-id-email'],
  ['password', '.firebaseui-id-new-password'],
])('an error of the %s is announced and tied to its own field, as long as it shows', async (name, field) => {
  const error = one(`.firebaseui-id-${name}-error`)
  expect(error.getAttribute('role')).toBe('alert')
  error.textContent = 'Not right.'
  error.classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(one(field).getAttribute('aria-invalid')).toBe('true'))
  expect(one(field).getAttribute('aria-describedby')).toBe(error.id)
  error.classList.add('firebaseui-hidden')
  await vi.waitFor(() => expect(one(field).hasAttribute('aria-invalid')).toBe(false))
})

test('a page that comes later is put right, too, and a code may be filled in by the phone', async () => {
  container().innerHTML =
    '<div class="firebaseui-info-bar">x</div><input class="firebaseui-id-phone-confirmation-code">'
  await vi.waitFor(() => expect(one('input').getAttribute('autocomplete')).toBe('one-time-code'))
  expect(one('.firebaseui-info-bar').getAttribute('role')).toBe('alert')
})

test('a note stands above the form, and the wait for another code below its field', async () => {
  container().innerHTML = `<div class="page"><form><div class="firebaseui-card-content"><input></div>
    <div class="firebaseui-card-footer"></div></form><div class="firebaseui-resend-container"></div></div>`
  const bar = document.createElement('div')
  bar.className = 'firebaseui-info-bar'
  one('.page').append(bar)
  await vi.waitFor(() => expect(one('.page').firstElementChild).toBe(bar))
  expect(one('.firebaseui-card-content').lastElementChild).toBe(one('.firebaseui-resend-container'))
})

test('a dialog beside the container has a name: its message, or what it lists', async () => {
  const dialog = (kind: string, inside: string) =>
    document.body.insertAdjacentHTML('beforeend', `<dialog class="firebaseui-dialog ${kind}">${inside}</dialog>`)
  dialog('firebaseui-list-box-dialog', '<button>Chad</button>')
  await vi.waitFor(() =>
    expect(document.querySelector('dialog')?.getAttribute('aria-label')).toBe('Choose a country code'),
  )
  document.querySelector('dialog')?.remove()
  dialog('', '<div class="firebaseui-progress-dialog-message">Code sent!</div>')
  await vi.waitFor(() => {
    const name = document.querySelector('dialog')?.getAttribute('aria-labelledby') ?? ''
    expect(document.getElementById(name)?.textContent).toBe('Code sent!')
  })
})
