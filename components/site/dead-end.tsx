import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import { rest, type Mark } from '@/components/ui/score'

const rests: Mark[] = [rest(0, 150, 820, 820 * 120, 'above-rest')]

/** A page that says what is not there: one huge rest, and ways on. */
export function DeadEnd({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-gut pt-10 pb-16 lg:pt-16 lg:pb-26">
      <h1 className="max-w-[17ch]">{title}</h1>
      <p className="mt-6 max-w-144 text-lg md:text-xl">{text}</p>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
      <Drawing width={1136} height={200} marks={rests} line={150} runs="both" className="mt-16 w-full" />
    </div>
  )
}
