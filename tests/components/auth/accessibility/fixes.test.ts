// @vitest-environment happy-dom
import * as widget from './widget-markup'
import { expect, test, vi } from 'vitest'
import { watchCaptcha } from '@/components/auth/accessibility/phone'
import { one, show, statusText } from './fixed-widget'

test('puts headings below the site’s, and adds missing ones', async () => {
  show(
    widget.page('email-mismatch', 'Sign in', '<h2 class="firebaseui-subtitle">Continue with ada@people.example?</h2>'),
  )
  const levels = () =>
    [...document.querySelectorAll('h1, h2')].map(
      (each) => `${each.getAttribute('aria-level') ?? 2} ${each.textContent}`,
    )
  await vi.waitFor(() => expect(levels()).toEqual(['2 Sign in', '3 Continue with ada@people.example?']))
  for (const [page, heading] of [
    [
      widget.providers(widget.provider('google.com', 'transparent'), widget.provider('apple.com', 'transparent')),
      'Ways to sign in',
    ],
    // A single method is not a list.
    [widget.providers(widget.provider('google.com', 'transparent')), 'Sign in'],
    [widget.bare('select-tenant'), 'Choose where to sign in'],
    [widget.bare('callback'), 'One moment'],
    [widget.bare('blank'), 'One moment'],
    [widget.bare('spinner'), 'One moment'],
  ]) {
    show(page ?? '')
    await vi.waitFor(() => expect(levels()).toEqual([`2 ${heading}`]))
  }
})

test('moves the focus to the first empty field, or to the heading', async () => {
  const turn = (name: string, title: string) => {
    show(widget.page(name, title, widget.email + widget.oldPassword))
    one<HTMLInputElement>('.firebaseui-id-email').value = 'ada@people.example'
    one('.firebaseui-id-email').focus()
  }
  turn('sign-in', 'Continue with email')
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  expect(document.activeElement).toBe(document.body)
  turn('password-sign-in', 'Sign in')
  await vi.waitFor(() => expect(document.activeElement).toBe(one('.firebaseui-id-password')))
  expect(statusText()).toBe('')
  await vi.waitFor(() => expect(statusText()).toBe('Sign in'))
  show(widget.bare('blank'))
  show(widget.page('password-recovery', 'Recover password', ''))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Recover password'))
})

test('repeats an early press without a progress bar or with a failed captcha', async () => {
  const answers: PromiseWithResolvers<number>[] = []
  const captcha = {
    render() {
      const answer = Promise.withResolvers<number>()
      answers.push(answer)
      return answer.promise
    },
  }
  watchCaptcha(captcha)
  for (const end of ['comes', 'fails'] as const) {
    show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
    const wait = captcha.render()
    const pressed = vi.fn((event: Event) => event.preventDefault())
    one('.firebaseui-id-submit').addEventListener('click', pressed)
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).toHaveBeenCalledTimes(1)
    if (end === 'comes') answers.at(-1)?.resolve(0)
    else answers.at(-1)?.reject(new Error('no captcha'))
    await Promise.allSettled([wait])
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2))
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).toHaveBeenCalledTimes(3)
  }
})
