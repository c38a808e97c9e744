'use client'

import { useCallback, useRef } from 'react'

/**
 * Whoever types sees the letter first, and what it leads to in a frame of its own.
 * @param run the work that is put off; asked for twice before the next frame, it runs once
 * @returns what asks for it
 */
export function useAfterPaint(run: () => void): () => void {
  const isDue = useRef(false)
  return useCallback(() => {
    if (isDue.current) return
    isDue.current = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        isDue.current = false
        run()
      }),
    )
  }, [run])
}
