'use client'

import { useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { keeping } from '@/lib/site'
import { keepsNothing, type KeepTrouble, useKept } from './kept'

const troubles: Record<KeepTrouble, string> = {
  full: 'There isn’t enough space on this device, so nothing was saved.',
  load: 'We couldn’t load the whole post, so nothing was saved. Try again when the connection is better.',
  draft: 'This post isn’t published, so you can’t save it.',
  unable: keepsNothing,
}

const size = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => `${size.format(Math.max(bytes / 1e6, 0.1))} MB`

/** Previews of drafts are `noindex`. */
const isPreview = () => document.querySelector('meta[name="robots"][content*="noindex"]') !== null

const never = () => () => undefined

/** Saves a post for offline reading. Nothing is stored or registered before the first press. */
export function KeepForOffline({ slug, title }: { slug: string; title: string }) {
  const { posts, able, keep, remove } = useKept()
  const [busy, setBusy] = useState<'keep' | 'remove' | null>(null)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const preview = useSyncExternalStore(never, isPreview, () => false)

  const kept = posts.find((post) => post.slug === slug)
  const press = async (order: 'keep' | 'remove') => {
    if (busy) return
    setBusy(order)
    setMessage(order === 'keep' ? 'Saving …' : '')
    const trouble = await (order === 'keep' ? keep(slug, title) : remove(slug).then(() => null))
    setMessage(trouble ? troubles[trouble] : order === 'remove' ? 'Removed from this device.' : '')
    setBusy(null)
    // The button disappears. The focus goes to the group, since pressing another control could undo the action.
    if (!trouble) box.current?.focus()
  }

  if (preview) return null
  const words =
    message || (able === false ? troubles.unable : kept ? `Saved on this device, ${megabytes(kept.bytes)}.` : '')
  const isKept = kept && busy !== 'keep'
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
      {able !== false && !isKept && (
        <Button variant="alt" busy={busy !== null} onClick={() => press('keep')}>
          Save for offline
        </Button>
      )}
      {/* As high as the button that it replaces, so that nothing moves. */}
      <p role="status" className="flex items-center text-md text-muted not-empty:min-h-12">
        {words}
      </p>
      {isKept && (
        <>
          <button
            type="button"
            className={`${link} cursor-pointer`}
            aria-disabled={busy !== null || undefined}
            onClick={() => press('remove')}
          >
            Remove from this device
          </button>
          <a href={keeping.standIn} className={link}>
            All saved posts
          </a>
        </>
      )}
    </div>
  )
}
