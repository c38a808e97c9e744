'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Notice } from '@/components/ui/notice'

let turn: symbol | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function take(mine: symbol) {
  turn = mine
  for (const listener of listeners) listener()
}

/**
 * What one part of the page says of its last operation. Only one part says something at a time: whoever
 * says anything, or begins anew with null, takes away what stands elsewhere.
 */
export function useSaid<Said>(): [Said | null, (next: Said | null) => void] {
  const [mine] = useState(() => Symbol('said'))
  const [said, setSaid] = useState<Said | null>(null)
  const isOurs = useSyncExternalStore(
    subscribe,
    () => turn === mine,
    () => false,
  )
  const say = (next: Said | null) => {
    take(mine)
    setSaid(next)
  }
  return [isOurs ? said : null, say]
}

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
