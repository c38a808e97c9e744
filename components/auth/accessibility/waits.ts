import { isShown, set } from './attributes'
import type { Status } from './status'

/** "You can ask for another code in 15 seconds.", from the widget's own "Resend code in 0:15". */
function waitOf(text: string): string | null {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text) ?? []
  const rest = Number(minutes) * 60 + Number(seconds)
  if (!rest) return null
  return `You can ask for another code in ${rest} ${rest === 1 ? 'second' : 'seconds'}.`
}

const oneMoment = 'One moment.'

/** Says what the widget shows only to those who see it: a wait that begins, and one that is over. */
export function watchWaits(container: HTMLElement, status: Status) {
  const begun = new WeakSet<Element>()
  const over = new WeakSet<Element>()
  let busy = false

  return () => {
    for (const countdown of container.querySelectorAll('.firebaseui-id-resend-countdown')) {
      // It begins again after another code.
      if (!isShown(countdown)) begun.delete(countdown)
      const text = isShown(countdown) ? waitOf(countdown.textContent ?? '') : null
      if (text && !begun.has(countdown)) {
        begun.add(countdown)
        status.say(text)
      }
    }
    for (const again of container.querySelectorAll('.firebaseui-id-resend-link')) {
      if (!isShown(again)) over.delete(again)
      if (!isShown(again) || over.has(again)) continue
      over.add(again)
      status.say('You can ask for another code now.')
    }

    const indicators = container.querySelectorAll('.firebaseui-busy-indicator')
    for (const indicator of indicators) set(indicator, { role: 'progressbar', 'aria-label': 'Waiting for an answer' })
    if (indicators.length > 0 && !busy) status.say(oneMoment)
    if (indicators.length === 0 && busy) status.takeBack(oneMoment)
    busy = indicators.length > 0
  }
}

/** The widget leaves the wait for another code below the legal links, far from the field that it is about. */
export function placeResend(container: HTMLElement) {
  const again = container.querySelector('.firebaseui-resend-container')
  const content = container.querySelector('.firebaseui-card-content')
  if (again && content && !content.contains(again)) content.append(again)
}
