import { sentences } from '@/lib/contract/sentences'

/** As long as the widget makes people wait after the first code. */
const waitSeconds = 15

/** Shows a captcha in the place if it needs one, and sends another code. Resolves with the number. */
export type Resend = (captcha: HTMLElement) => Promise<string>

const hidden = 'firebaseui-hidden'

function paragraph(role: 'status' | 'alert', name: string): HTMLElement {
  const element = document.createElement('p')
  element.className = name
  element.setAttribute('role', role)
  return element
}

/** What the widget hides and shows of the wait, and what stands beside it. */
function partsOf(link: HTMLElement) {
  const box = link.closest<HTMLElement>('.firebaseui-resend-container')
  const countdown = box?.querySelector<HTMLElement>('.firebaseui-id-resend-countdown')
  const field = link
    .closest('.firebaseui-container')
    ?.querySelector<HTMLInputElement>('.firebaseui-id-phone-confirmation-code')
  return box && countdown && field ? { box, countdown, field } : null
}

type Said = { captcha: HTMLElement; status: HTMLElement; problem: HTMLElement }

function saidBy(box: HTMLElement): Said {
  const captcha = document.createElement('div')
  const status = paragraph('status', 'firebaseui-text sign-in-resent')
  const problem = paragraph('alert', 'firebaseui-text sign-in-resent sign-in-problem')
  box.append(captcha, status, problem)
  return { captcha, status, problem }
}

/**
 * "Resend" sends another code to the same number and stays on the page; the widget would go back to the number.
 * @returns the handler of a press
 */
export function resendCode(send: Resend) {
  const known = new WeakMap<Element, Said>()
  let isBusy = false

  function countDown(link: HTMLElement, countdown: HTMLElement) {
    const until = Date.now() + waitSeconds * 1000
    const show = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      countdown.textContent = `Resend code in 0:${String(left).padStart(2, '0')}`
      if (left > 0 && link.isConnected) return
      clearInterval(timer)
      countdown.classList.add(hidden)
      link.classList.remove(hidden)
    }
    const timer = setInterval(show, 1000)
    countdown.classList.remove(hidden)
    link.classList.add(hidden)
    show()
  }

  async function again(link: HTMLElement) {
    const parts = partsOf(link)
    if (!parts || isBusy) return
    isBusy = true
    const said = known.get(parts.box) ?? saidBy(parts.box)
    known.set(parts.box, said)
    said.problem.textContent = ''
    said.status.textContent = 'Sending another code …'
    const captcha = said.captcha.appendChild(document.createElement('div'))
    try {
      const number = await send(captcha)
      said.status.textContent = `We sent another code to ${number}.`
      const hadFocus = document.activeElement === link || document.activeElement === document.body
      countDown(link, parts.countdown)
      if (hadFocus && parts.field.isConnected) parts.field.focus()
    } catch (cause) {
      said.status.textContent = ''
      said.problem.textContent = problemOf(cause)
    } finally {
      isBusy = false
      captcha.remove()
    }
  }

  return (event: Event) => {
    const { target } = event
    const link = target instanceof Element ? target.closest<HTMLElement>('.firebaseui-id-resend-link') : null
    // The link of the same name for an e-mailed link is the widget's.
    if (!link || !partsOf(link)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void again(link)
  }
}

const byCode: Record<string, string> = {
  'auth/too-many-requests': sentences.manyCodes,
  'auth/network-request-failed': sentences.network,
}

function problemOf(cause: unknown): string {
  if (!(cause instanceof Error)) return sentences.generic
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return byCode[code] ?? (code ? cause.message : sentences.generic)
}
