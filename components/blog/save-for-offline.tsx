'use client'

import { useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import { savedPostsConfig } from '@/lib/site'
import { removalFailed, type SaveProblem, savingUnsupported, useSavedPosts } from './use-saved-posts'

const problemMessages: Record<SaveProblem, string> = {
  full: 'There isn’t enough space on this device, so nothing was saved.',
  load: 'We couldn’t load the whole post, so nothing was saved. Try again when the connection is better.',
  draft: 'This post isn’t published, so you can’t save it.',
  unsupported: savingUnsupported,
}

const decimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => `${decimal.format(Math.max(bytes / 1e6, 0.1))} MB`

/** Previews of drafts are `noindex`. */
const isPreview = () => document.querySelector('meta[name="robots"][content*="noindex"]') !== null

/** Saves a post for offline reading. Nothing is stored or registered before the first press. */
export function SaveForOffline({ slug, title }: { slug: string; title: string }) {
  const { posts, isSupported, save, remove } = useSavedPosts()
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const isDraftPreview = useSyncExternalStore(subscribeToNothing, isPreview, () => false)

  const savedPost = posts.find((post) => post.slug === slug)
  const savePost = async () => {
    const problem = await save(slug, title)
    return { isDone: !problem, message: problem ? problemMessages[problem] : '' }
  }
  const removePost = async () => {
    const isDone = await remove(slug)
    return { isDone, message: isDone ? 'Removed from this device.' : removalFailed }
  }
  const run = async (action: 'save' | 'remove') => {
    if (busy) return
    setBusy(action)
    setMessage(action === 'save' ? 'Saving …' : '')
    const { isDone, message } = await (action === 'save' ? savePost() : removePost())
    setMessage(message)
    setBusy(null)
    // The button disappears. The focus goes to the group, since pressing another control could undo the action.
    if (isDone) box.current?.focus()
  }

  if (isDraftPreview) return null
  const savedMessage = savedPost ? `Saved on this device, ${megabytes(savedPost.bytes)}.` : ''
  const isSaved = savedPost && busy !== 'save'
  const link = 'link tap text-md'
  return (
    <div
      ref={box}
      role="group"
      aria-label="Reading without a connection"
      tabIndex={-1}
      data-chrome
      className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2 noscript:hidden"
    >
      {isSupported !== false && !isSaved && (
        <Button variant="alt" busy={busy !== null} onClick={() => run('save')}>
          Save for offline
        </Button>
      )}
      {/* As high as the button that it replaces, so that nothing moves. */}
      <p role="status" className="flex items-center text-md text-muted not-empty:min-h-12">
        {message || (isSupported === false ? savingUnsupported : savedMessage)}
      </p>
      {isSaved && (
        <>
          <button
            type="button"
            className={`${link} cursor-pointer`}
            aria-disabled={busy !== null || undefined}
            onClick={() => run('remove')}
          >
            Remove from this device
          </button>
          <a href={savedPostsConfig.offlinePage} className={link}>
            All saved posts
          </a>
        </>
      )}
    </div>
  )
}
