import { useCallback, useRef } from 'react'

/** Runs work after the next paint, so that typed letters appear first. Repeated calls before that run it once. */
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
