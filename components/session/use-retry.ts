'use client'
import { type RefObject, useEffect, useState } from 'react'

/** The place that takes the focus within a box: a remark or a line that says what is so now. */
export const landing = { 'data-landing': '', tabIndex: -1 } as const

/**
 * For a button that asks again and goes away once there is an answer. While the asking is under way
 * the button should stay; afterwards the focus goes to the first `landing` in `box`, unless the
 * person has gone elsewhere meanwhile.
 */
export function useAgain(box: RefObject<HTMLElement | null>, ask: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [answers, setAnswers] = useState(0)
  useEffect(() => {
    const { activeElement } = document
    const elsewhere = activeElement && activeElement !== document.body && !box.current?.contains(activeElement)
    if (answers > 0 && !elsewhere) box.current?.querySelector<HTMLElement>('[data-landing]')?.focus()
  }, [box, answers])

  async function again() {
    setBusy(true)
    await ask()
    setBusy(false)
    setAnswers((count) => count + 1)
  }

  return { busy, again }
}
