import type { ReactNode } from 'react'
import type { ProtocolPart as Part } from '@/lib/contract/content'
import { Disclosure } from './disclosure'
import { Study } from './study'
import { SanitizedHtml } from './sanitized-html'

type ProtocolPartProps = {
  part: Part
  children?: ReactNode
}

export function ProtocolPart({ part, children }: ProtocolPartProps) {
  const { id, title, html, studies, after } = part
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-10 scroll-mt-6 lg:mt-26">
      <h2 id={`${id}-title`} className="max-w-[22ch]">
        {title}
      </h2>
      <SanitizedHtml html={html} className="mt-4" />
      {children}
      {studies.length > 0 && (
        <div className="mt-6">
          <Disclosure title={studies.length === 1 ? 'The study' : `The ${studies.length} studies`}>
            {studies.map((study) => (
              <Study key={study.what} study={study} />
            ))}
          </Disclosure>
        </div>
      )}
      {after && <SanitizedHtml html={after} className="mt-6" />}
    </section>
  )
}
