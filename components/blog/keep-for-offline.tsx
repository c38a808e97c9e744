'use client'

import { useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { keeping } from '@/lib/site'
import { keepsNothing, type KeepTrouble, useKept } from './kept'

const troubles: Record<KeepTrouble, string> = {
  full: 'There is not enough room on this device. Nothing was kept.',
  load: 'The post could not be loaded whole, so nothing was kept. Try again when the connection is better.',
  draft: 'This post is not published, so it cannot be kept.',
  unable: keepsNothing,
}

const size = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => `${size.format(Math.max(bytes / 1e6, 0.1))} MB`

/** The preview of a draft says that it is not for others; nor is it for keeping. */
const isPreview = () => document.querySelector('meta[name="robots"][content*="noindex"]') !== null

/** What the page is does not change. */
const never = () => () => undefined

/**
 * Keeps a post on the device, to be read without a connection. Before the press nothing is stored and no worker
 * is registered; without a script it is not shown.
 */
export function KeepForOffline({ slug, title }: { slug: string; title: string }) {
  const { posts, able, keep, remove } = useKept()
  const [busy, setBusy] = useState<'keep' | 'remove' | null>(null)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const preview = useSyncExternalStore(never, isPreview, () => false)

  const kept = posts.find((post) => post.slug === slug)
  const press = async (order: 'keep' | 'remove') => {
    if (busy) return
    setBusy(order)
    setSaid(order === 'keep' ? 'Keeping …' : '')
    const trouble = await (order === 'keep' ? keep(slug, title) : remove(slug).then(() => null))
    setSaid(trouble ? troubles[trouble] : order === 'remove' ? 'Removed from this device.' : '')
    setBusy(null)
    // The button goes with what it did. The focus goes to neither of the others, where one more press would undo it.
    if (!trouble) box.current?.focus()
  }

  if (preview) return null
  const words =
    said || (able === false ? troubles.unable : kept ? `Kept on this device, ${megabytes(kept.bytes)}.` : '')
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
          Keep for offline
        </Button>
      )}
      {/* As high as the button whose place it takes, so that nothing to press comes to lie there. */}
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
            All kept posts
          </a>
        </>
      )}
    </div>
  )
}
