import type { ReactNode } from 'react'

type NoticeProps = {
  kind?: 'neutral' | 'ok' | 'warn' | 'bad'
  title?: string
  /** Set it if the notice appears after the page: `status` waits, `alert` interrupts. */
  live?: 'status' | 'alert'
  /** A paragraph before the children. */
  text?: ReactNode
  children?: ReactNode
}

const edges = {
  neutral: 'border-s-accent',
  ok: 'border-s-success',
  warn: 'border-s-warning',
  bad: 'border-s-danger',
}

export function Notice({ kind = 'neutral', title, live, text, children }: NoticeProps) {
  return (
    <div role={live} className={`ground-surface max-w-184 border border-hair border-s-9 px-6 py-4 ${edges[kind]}`}>
      {title && <p className="font-semibold">{title}</p>}
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
