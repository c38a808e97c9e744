import type { ReactNode } from 'react'
import type { ProtocolPart as Part } from '@/lib/contract/content'
import { PartArt } from './part-art'
import { Study } from './study'
import { Written } from './written'

type ProtocolPartProps = {
  part: Part
  /** Evidence that is drawn instead of listed. */
  children?: ReactNode
}

/** A part of the protocol under its own score: what one does, then every study, whatever it found. */
export function ProtocolPart({ part, children }: ProtocolPartProps) {
  const { id, title, html, studies, after } = part
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-16 scroll-mt-6 lg:mt-26">
      <PartArt part={id} />
      <h2 id={`${id}-title`} className="mt-6 max-w-[22ch]">
        {title}
      </h2>
      <Written html={html} className="mt-6" />
      {children}
      {studies.length > 0 && (
        <div className="mt-10 border-b border-hair">
          {studies.map((study) => (
            <Study key={study.what} study={study} />
          ))}
        </div>
      )}
      {after && <Written html={after} className="mt-10" />}
    </section>
  )
}
