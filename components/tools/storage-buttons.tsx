'use client'
import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'

type StorageButtonsProps = {
  /** Whether the tool has a text on this device, which may not be the one on the page. */
  isStored: boolean
  /** Whether the text on the page is the stored one. */
  isSaved: boolean
  /** @returns false if storage is full or missing */
  store: (on: boolean) => boolean
  /** The id of a text that says why there is nothing to save. */
  emptyReason?: string
  onStatus: (status: string) => void
  statusLine: RefObject<HTMLElement | null>
}

/** Attributes of a button that stays reachable and says why it does nothing. */
export const disabledFor = (reason?: string) =>
  reason === undefined ? {} : ({ 'aria-disabled': true, 'aria-describedby': reason } as const)

/** Saves the text on the page, in place of the stored one, and removes the stored one. */
export function StorageButtons({ isStored, isSaved, store, emptyReason, onStatus, statusLine }: StorageButtonsProps) {
  const t = useTranslations('toolStorage')
  const press = (on: boolean) => {
    flushSync(() => {
      if (!store(on)) onStatus(t('full'))
      else if (!on) onStatus(t('removed'))
      else onStatus(t(isStored ? 'replaced' : 'saved'))
    })
    // The pressed button may have disappeared. The other one would undo it.
    if (document.activeElement === document.body) statusLine.current?.focus()
  }
  return (
    <>
      {!isSaved && (
        <Button variant="alt" {...disabledFor(emptyReason)} onClick={() => emptyReason || press(true)}>
          {t('save')}
        </Button>
      )}
      {isStored && (
        <Button variant="alt" onClick={() => press(false)}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
