import { NextIntlClientProvider, useMessages, type Messages } from 'next-intl'
import type { ReactNode } from 'react'

type IslandProps = {
  /**
   * Also loads scripts: at once, near the viewport, if the URL has a query or fragment, or if posts are saved here.
   * With `use`, not even idle time fetches them.
   */
  when?: 'now' | 'seen' | 'address' | 'saved' | 'use'
  /** The namespaces of its messages. They travel in the page's data, which waits with the scripts. */
  messages?: readonly (keyof Messages)[]
  children: ReactNode
}

const none: readonly never[] = []

/**
 * A part of a page whose scripts load on use, with earlier presses replayed (`components/site/runtime-script.ts`).
 * Links with `data-wait` outside the island wait for it too. Hydration marks it with `data-ready`.
 */
export function Island({ when, messages = none, children }: IslandProps) {
  const all = useMessages()
  return (
    <div data-island={when ?? ''} className="contents">
      <NextIntlClientProvider messages={Object.fromEntries(messages.map((name) => [name, all[name]]))}>
        {children}
      </NextIntlClientProvider>
    </div>
  )
}
