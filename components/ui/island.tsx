import { NextIntlClientProvider, useMessages, type Messages } from 'next-intl'
import type { ReactNode } from 'react'

type IslandProps = {
  /**
   * Also loads scripts: at once, near the viewport, if the URL has a query or fragment, or if posts are saved here.
   * With `use`, not even idle time fetches them.
   */
  when?: 'now' | 'seen' | 'address' | 'saved' | 'use'
  /** The namespaces of its messages. They travel in the page's data, which waits with the scripts. */
  messages: readonly (keyof Messages)[]
  children: ReactNode
}

type ClientMessagesProps = { names: readonly (keyof Messages)[]; children: ReactNode }

/** The only messages that client components see: those of the nearest names. */
export function ClientMessages({ names, children }: ClientMessagesProps) {
  const all = useMessages()
  const messages = Object.fromEntries(names.map((name) => [name, all[name]]))
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}

/**
 * A part of a page whose scripts load on use, with earlier presses replayed (`components/site/runtime-script.ts`).
 * Links with `data-wait` outside the island wait for it too. Hydration marks it with `data-ready`.
 */
export const Island = ({ when, messages, children }: IslandProps) => (
  <div data-island={when ?? ''} className="contents">
    <ClientMessages names={messages}>{children}</ClientMessages>
  </div>
)
