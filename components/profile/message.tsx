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

/** A status message of one section. Only one section shows a message at a time. */
export function useMessage<Said>(): [Said | null, (next: Said | null) => void] {
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

export function Said({ said }: { said: { text: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The same text may be set again.
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
