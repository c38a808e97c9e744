'use client'
import { useEffect, useRef } from 'react'
import { Ended } from '@/components/session/ended'

/**
 * Says above the plans that the session has ended.
 * @param came whether the plans stood there before it: then it is brought into sight, since the button that was
 *   pressed may stand a window's height further down, and has the focus where that has gone with the button
 */
export function EndedHere({ came }: { came: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!came) return
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
    void box.current?.scrollIntoView({ block: 'center' })
  }, [came])
  return (
    <div ref={box} tabIndex={-1} className="max-w-184">
      <Ended link />
    </div>
  )
}
