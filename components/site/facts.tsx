import type { ReactNode } from 'react'

/** Beside what a thing is: what it is for, and what nobody knows about it. */
export function Facts({ purpose, unknown }: { purpose: ReactNode; unknown: ReactNode }) {
  return (
    <dl className="mt-6 text-md">
      <dt className="before:me-2.5 before:inline-block before:h-2 before:w-4 before:rounded-t-full before:bg-primary">
        What it is for
      </dt>
      <dd className="mt-1 leading-relaxed">{purpose}</dd>
      <dt className="mt-4 before:me-2.5 before:mb-0.5 before:inline-block before:h-1.5 before:w-4 before:bg-accent">
        What is not known
      </dt>
      <dd className="mt-1 leading-relaxed">{unknown}</dd>
    </dl>
  )
}
