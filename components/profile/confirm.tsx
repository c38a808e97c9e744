'use client'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { Button } from '@/components/ui/button'

type ConfirmProps = {
  title: string
  /** Null while it cannot be confirmed. */
  yes: string | null
  no: string
  busy: boolean
  danger?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks for a second click in place. It takes the focus, so that nothing is preselected. */
export function Confirm({ title, yes, no, busy, danger, onConfirm, onCancel, children }: ConfirmProps) {
  const t = useTranslations('profile')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  useWindowEvent('keydown', ({ key, target }) => {
    // Pressing the page removes the focus.
    const isHere = target === document.body || (target instanceof Node && box.current?.contains(target))
    if (key === 'Escape' && isHere && !busy) onCancel()
  })
  return (
    <div
      ref={box}
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      className="ground-sunken max-w-184 border-s-9 border-warning px-6 py-4"
    >
      <p id={id} className="font-semibold">
        {title}
      </p>
      {children}
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-4">
        {yes !== null && (
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {yes}
          </Button>
        )}
        <Button variant="alt" aria-disabled={busy || undefined} onClick={() => busy || onCancel()}>
          {no}
        </Button>
      </div>
      {busy && <Busy>{t('oneMoment')}</Busy>}
    </div>
  )
}

/** A panel that replaces its button and returns the focus when closed. */
export function usePanel() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (!isOpen && returns.current) button.current?.focus()
  }, [isOpen])
  const close = () => {
    returns.current = true
    setOpen(false)
  }
  return { isOpen, open: () => setOpen(true), close, button }
}
