'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/site'
import { removalFailed, savingUnsupported, useSavedPosts } from './use-saved-posts'

/** Reloads the page that the offline page replaces. `title` is shown meanwhile. */
export function TryAgain({ title }: { title: string }) {
  useEffect(() => {
    if (!document.documentElement.hasAttribute('data-offline-page')) return
    const setTitle = () => {
      if (document.title !== title) document.title = title
    }
    setTitle()
    // Next may set the page's own title later.
    const observer = new MutationObserver(setTitle)
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [title])
  return (
    <span className="hidden in-data-offline-page:inline">
      <Button onClick={() => location.reload()}>Try again</Button>
    </span>
  )
}

type SavedPostsProps = {
  /** Shown if no post is saved. */
  emptyMessage?: string
  headingClass?: string
}

export function SavedPosts({ emptyMessage, headingClass = '' }: SavedPostsProps) {
  const { posts, isSupported, remove } = useSavedPosts()
  const [removing, setRemoving] = useState<string | null>(null)
  const [removedTitle, setRemovedTitle] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const section = useRef<HTMLElement>(null)

  const removePost = async (slug: string, title: string) => {
    setRemoving(slug)
    const isRemoved = await remove(slug)
    setRemoving(null)
    setHasFailed(!isRemoved)
    setRemovedTitle(isRemoved ? title : '')
    // The focused button has been removed.
    if (isRemoved) section.current?.focus()
  }

  const hasPosts = posts.length > 0
  if (!hasPosts && !removedTitle) {
    if (!emptyMessage || isSupported === null) return null
    return <p className="mt-6 max-w-144 text-lg">{isSupported ? emptyMessage : savingUnsupported}</p>
  }
  return (
    <section ref={section} aria-label="Saved on this device" tabIndex={-1} className="mt-10 max-w-184">
      {hasPosts && <h2 className={`pb-4 text-xl tracking-tight ${headingClass}`}>Saved on this device</h2>}
      <p role="status" className="text-md text-muted not-empty:pb-4">
        {hasFailed && removalFailed}
        {removedTitle && (
          <>
            “<bdi>{removedTitle}</bdi>” was removed from this device.
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
              busy={removing === slug}
              aria-label={`Remove “${title}” from this device`}
              onClick={() => removePost(slug, title)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {!hasPosts && emptyMessage && <p className="max-w-144 text-lg">{emptyMessage}</p>}
    </section>
  )
}
