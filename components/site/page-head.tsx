import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  /** A second line of the heading, in its voice. */
  slogan?: string
  lede?: ReactNode
  art?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, slogan, lede, art, children }: PageHeadProps) {
  const columns = art ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-end lg:gap-16' : ''
  return (
    <div className={`mx-auto max-w-page px-gut pt-10 pb-12 lg:pt-16 lg:pb-16 ${columns}`}>
      <div>
        <h1 className="max-w-[17ch]">{title}</h1>
        {slogan && (
          <p className="mt-3 max-w-[26ch] text-2xl leading-tight tracking-tight text-balance md:text-3xl">{slogan}</p>
        )}
        {lede && <p className="mt-6 max-w-144 text-lg md:text-xl">{lede}</p>}
        {children}
      </div>
      {art && <div className="mt-10 lg:mt-0">{art}</div>}
    </div>
  )
}
