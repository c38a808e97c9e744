'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'

/** What was done, in a sentence that takes the focus: the button that was pressed for it is gone. */
export function Said({ said }: { said: { text: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The same words again are said again.
    if (said) notice.current?.focus()
  }, [said])
  return (
    <div ref={notice} tabIndex={-1} className="max-w-184">
      <Notice kind="ok" live="status">
        <p>{said.text}</p>
      </Notice>
    </div>
  )
}
