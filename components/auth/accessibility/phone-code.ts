import { errorCodeOf } from '@/lib/browser/sdk-error'
import { sentences } from '@/lib/contract/sentences'
import { limits } from '@/lib/site'
import { closestTo, hiddenClass, isShown, createElementWith, setAttributes } from './dom'
import type { Status } from './page-changes'

export type Resend = (captcha: HTMLElement) => Promise<string>

export function announceResend(container: HTMLElement, status: Status) {
  const announced = new WeakSet<Element>()
  const announceOnce = (element: Element, text: string) => {
    if (!isShown(element)) announced.delete(element)
    else if (!announced.has(element)) {
      announced.add(element)
      status.announce(text)
    }
  }
  return () => {
    for (const countdown of container.querySelectorAll('.firebaseui-id-resend-countdown'))
      announceOnce(countdown, sentences.resendSoon)
    for (const link of container.querySelectorAll('.firebaseui-id-resend-link')) announceOnce(link, sentences.resendNow)
  }
}

/** Moves "Resend" next to the code field. */
export function fixPhoneCode(container: HTMLElement) {
  const resend = container.querySelector('.firebaseui-resend-container')
  const content = container.querySelector('.firebaseui-card-content')
  if (resend && content && !content.contains(resend)) content.append(resend)
  const countdown = resend?.querySelector('.firebaseui-id-resend-countdown')
  // A ticking number feels like pressure, so only these words show.
  if (countdown && !resend?.querySelector('.sign-in-wait')) {
    countdown.classList.add('sr-only')
    countdown.after(createElementWith('span', { class: 'sign-in-wait', text: sentences.resendSoon }))
  }
  for (const link of container.querySelectorAll('.firebaseui-id-change-phone-number-link')) {
    setAttributes(link, { title: 'Change this number' })
  }
}

function partsOf(link: HTMLElement) {
  const box = link.closest<HTMLElement>('.firebaseui-resend-container')
  const countdown = box?.querySelector<HTMLElement>('.firebaseui-id-resend-countdown')
  const field = link
    .closest('.firebaseui-container')
    ?.querySelector<HTMLInputElement>('.firebaseui-id-phone-confirmation-code')
  return box && countdown && field ? { box, countdown, field } : null
}

function addMessages(box: HTMLElement) {
  const captcha = createElementWith('div', {})
  const status = createElementWith('p', { role: 'status', class: 'firebaseui-text sign-in-resent' })
  const problem = createElementWith('p', { role: 'alert', class: 'firebaseui-text sign-in-resent sign-in-problem' })
  box.append(captcha, status, problem)
  return { captcha, status, problem }
}

function countDown(link: HTMLElement, countdown: HTMLElement) {
  const until = Date.now() + limits.resendWaitSeconds * 1000
  const show = () => {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
    countdown.textContent = `Resend code in 0:${String(left).padStart(2, '0')}`
    if (left > 0 && link.isConnected) return
    clearInterval(timer)
    countdown.classList.add(hiddenClass)
    link.classList.remove(hiddenClass)
  }
  const timer = setInterval(show, 1000)
  countdown.classList.remove(hiddenClass)
  link.classList.add(hiddenClass)
  show()
}

const sentenceByCode: Record<string, string> = {
  'auth/too-many-requests': sentences.manyCodes,
  'auth/network-request-failed': sentences.network,
}

function problemOf(cause: unknown): string {
  const code = errorCodeOf(cause)
  return sentenceByCode[code] ?? (code && cause instanceof Error ? cause.message : sentences.generic)
}

/** Sends another code and stays on the page; the widget would go back. */
export function resendCode(send: Resend) {
  const messagesOf = new WeakMap<Element, ReturnType<typeof addMessages>>()
  let isBusy = false

  async function resend(link: HTMLElement, { box, countdown, field }: NonNullable<ReturnType<typeof partsOf>>) {
    if (isBusy) return
    isBusy = true
    const messages = messagesOf.get(box) ?? addMessages(box)
    messagesOf.set(box, messages)
    messages.problem.textContent = ''
    messages.status.textContent = 'Sending another code …'
    const captcha = messages.captcha.appendChild(createElementWith('div', {}))
    try {
      const number = await send(captcha)
      messages.status.textContent = `We sent another code to ${number}.`
      const hadFocus = document.activeElement === link || document.activeElement === document.body
      countDown(link, countdown)
      if (hadFocus && field.isConnected) field.focus()
    } catch (cause) {
      messages.status.textContent = ''
      messages.problem.textContent = problemOf(cause)
    } finally {
      isBusy = false
      captcha.remove()
    }
  }

  return (event: Event) => {
    const link = closestTo(event, '.firebaseui-id-resend-link')
    // The email link's "Resend" has the same class.
    const parts = link && partsOf(link)
    if (!parts) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void resend(link, parts)
  }
}
