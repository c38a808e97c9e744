import type { ReactNode } from 'react'

type QuestionProps = { id: string; title: string; open?: boolean; children: ReactNode }

/**
 * A question that opens without any script: closed it hangs, open it rests. The id is on the answer,
 * because a browser opens a disclosure for an address that leads inside it, not for its own.
 */
export function Question({ id, title, open, children }: QuestionProps) {
  return (
    <details open={open} className="group border-b border-hair first:border-t">
      <summary className="flex min-h-16 items-center justify-between gap-6 py-4">
        <h3 className="font-normal group-open:font-semibold">{title}</h3>
        <span className="h-4 w-8 shrink-0 rounded-b-full bg-primary group-open:h-2 group-open:rounded-none" />
      </summary>
      <div id={id} className="max-w-measure scroll-mt-20 space-y-4 pb-6">
        {children}
      </div>
    </details>
  )
}
