'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'

export const focusTarget = { 'data-focus-target': '', tabIndex: -1 } as const

/** For a retry button that disappears: moves the focus to `focusTarget` in the box, unless the user has moved on. */
export function useRetry(box: RefObject<HTMLElement | null>, load: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    const { activeElement } = document
    const isFocusElsewhere = activeElement && activeElement !== document.body && !box.current?.contains(activeElement)
    if (attempts > 0 && !isFocusElsewhere) box.current?.querySelector<HTMLElement>('[data-focus-target]')?.focus()
  }, [box, attempts])

  async function retry() {
    setBusy(true)
    await load()
    setBusy(false)
    setAttempts((count) => count + 1)
  }

  return { busy, retry }
}

type RetryNoticeProps = ReturnType<typeof useRetry> & {
  title: string
  live?: 'status' | 'alert'
  label?: string
  children: ReactNode
}

/** Says what failed to load, with a retry button. */
export function RetryNotice({ title, live, label, busy, retry, children }: RetryNoticeProps) {
  const t = useTranslations('retry')
  return (
    <div {...focusTarget} className="max-w-184">
      <Notice kind="warn" live={live} title={title}>
        {children}
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void retry()}>
          {label ?? t('tryAgain')}
        </Button>
      </Notice>
    </div>
  )
}
