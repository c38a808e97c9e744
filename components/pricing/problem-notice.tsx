'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import type { Problem } from './problem'

/** Comes into sight by itself: the button above it may stand at the window's edge. */
export function ProblemNotice({ problem }: { problem: Problem }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for what is to be run at the end.
    void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      <Notice kind="bad" live="alert" title={problem.title}>
        <p>{problem.text}</p>
        {problem.link && (
          <p>
            <a className="link" href={problem.link.href}>
              {problem.link.label}
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}
