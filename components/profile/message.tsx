'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Notice } from '@/components/ui/notice'

let current: symbol | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function take(mine: symbol) {
  current = mine
  for (const listener of listeners) listener()
}

/** A section's status message. Only one section shows one at a time. */
export function useMessage<T>(): [T | null, (next: T | null) => void] {
  const [mine] = useState(() => Symbol('message'))
  const [message, setMessage] = useState<T | null>(null)
  const isCurrent = useSyncExternalStore(
    subscribe,
    () => current === mine,
    () => false,
  )
  const show = (next: T | null) => {
    take(mine)
    setMessage(next)
  }
  return [isCurrent ? message : null, show]
}

/** Takes the focus from the removed button. */
export function SuccessMessage({ message }: { message: { text: string } }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A new object each time, because the text may repeat.
    if (message) notice.current?.focus()
  }, [message])
  return (
    <div ref={notice} tabIndex={-1} className="max-w-184">
      <Notice kind="ok" live="status">
        <p>{message.text}</p>
      </Notice>
    </div>
  )
}
