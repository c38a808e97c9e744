'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/site'
import { keepsNothing, useKept } from './kept'

/** Reloads the page that the offline page replaces. `title` is shown meanwhile. */
export function TryAgain({ title }: { title: string }) {
  useEffect(() => {
    if (!document.documentElement.hasAttribute('data-standin')) return
    const name = () => {
      if (document.title !== title) document.title = title
    }
    name()
    // Next may set the page's own title later.
    const watch = new MutationObserver(name)
    watch.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [title])
  return (
    <span className="hidden in-data-standin:inline">
      <Button onClick={() => location.reload()}>Try again</Button>
    </span>
  )
}

type KeptPostsProps = {
  /** Shown if no post is saved. */
  none?: string
  heading?: string
}

export function KeptPosts({ none, heading = '' }: KeptPostsProps) {
  const { posts, able, remove } = useKept()
  const [busy, setBusy] = useState<string | null>(null)
  const [gone, setGone] = useState('')
  const section = useRef<HTMLElement>(null)

  const press = async (slug: string, title: string) => {
    setBusy(slug)
    await remove(slug)
    setBusy(null)
    setGone(title)
    // The focused button is gone.
    section.current?.focus()
  }

  const some = posts.length > 0
  if (!some && !gone)
    return none && able !== null ? <p className="mt-6 max-w-144 text-lg">{able ? none : keepsNothing}</p> : null
  return (
    <section ref={section} aria-label="Saved on this device" tabIndex={-1} className="mt-10 max-w-184">
      {some && <h2 className={`pb-4 text-xl tracking-tight ${heading}`}>Saved on this device</h2>}
      <p role="status" className="text-md text-muted not-empty:pb-4">
        {gone && (
          <>
            “<bdi>{gone}</bdi>” was removed from this device.
          </>
        )}
      </p>
      <ul className="border-b border-hair empty:hidden">
        {posts.map(({ slug, title }) => (
          <li
            key={slug}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hair py-3"
          >
            <a href={paths.post(slug)} className="link tap font-semibold">
              <bdi>{title}</bdi>
            </a>
            <Button
              variant="alt"
              busy={busy === slug}
              aria-label={`Remove “${title}” from this device`}
              onClick={() => press(slug, title)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {!some && none && <p className="max-w-144 text-lg">{none}</p>}
    </section>
  )
}
