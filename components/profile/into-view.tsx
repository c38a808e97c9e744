'use client'
import { useEffect, useRef, type ReactNode } from 'react'

/** Scrolls as little as is needed to show an element, above whatever stands at the foot of the window. */
export function bringIntoView(element: HTMLElement) {
  const foot = [...document.querySelectorAll('[data-foot], #offline')].map((each) => each.getBoundingClientRect())
  const covered = Math.max(0, ...foot.map(({ height, top }) => (height > 0 ? innerHeight - top : 0)))
  const kept = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0
  element.style.scrollMarginBlockEnd = `${Math.max(0, covered + 16 - kept)}px`
  void element.scrollIntoView({ block: 'nearest' })
}

/** What is said after a press, in a line of its own below the buttons: it is seen when it appears. */
export function IntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) bringIntoView(box.current)
  }, [])
  return (
    <div ref={box} className="order-1 basis-full">
      {children}
    </div>
  )
}
