import { limits } from '@/lib/site'
import type { Note } from './note'
import { showsWait } from '@/components/auth/widget/pages'
import type { View } from './view'

/** How long the widget may wait for an answer without a way out, until the page offers one. */
const resultAfterMs = 20 * limits.busyDelayMs

/** The widget puts its dialogs beside the container, where hiding that does not reach them. */
export const closeDialogs = () =>
  document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog').forEach((one) => one.close())

type About = {
  container: HTMLElement
  /** Nothing is said any more: the page is left, or taken down. */
  silent: () => boolean
  /** The provider that the person has just come back from; null where there is none. */
  cameFrom: () => string | null
}

/** What the page says above the widget, and the clock that lets it say that the widget waits for long. */
type Speaker = {
  say: (note: Note | null) => void
  /** What is said just now. */
  said: () => Note['kind'] | null
  /** From now on the page that shows has its time to come to an end. */
  awaitResult: () => void
  stop: () => void
}

export function speakerOf(view: Pick<View, 'note'>, { container, silent, cameFrom }: About): Speaker {
  let said: Note['kind'] | null = null
  let slow: ReturnType<typeof setTimeout> | undefined
  const awaitResult = () => {
    clearTimeout(slow)
    if (!showsWait(container)) return
    slow = setTimeout(() => {
      if (said !== 'interrupted' && showsWait(container)) say({ kind: 'waiting', provider: cameFrom() })
    }, resultAfterMs)
  }
  const say = (note: Note | null) => {
    if (silent()) return
    // The call that was interrupted is made again.
    if (said === 'interrupted' && !note) awaitResult()
    said = note?.kind ?? null
    // The widget's dialog would cover what is said.
    if (note) closeDialogs()
    view.note(note)
  }
  return { say, said: () => said, awaitResult, stop: () => clearTimeout(slow) }
}
