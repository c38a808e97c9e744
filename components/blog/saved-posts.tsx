'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { offlinePage, paths } from '@/lib/site'
import {
  type SaveFailure,
  type SavedPost,
  cacheNames,
  readSavedPosts,
  savedPostsChanged,
  sendRequest,
  startWorker,
} from '@/lib/browser/offline'

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

type SaveProblem = SaveFailure | 'unsupported'

const removalFailed = 'We couldn’t remove the post from this device. Please try again.'

const savingUnsupported = 'This browser can’t save pages here, perhaps because it’s a private window.'

/** The column width in device pixels. */
const pictureWidth = () => Math.ceil(Math.min(innerWidth, 704) * devicePixelRatio)

/** Service workers need HTTPS. */
const isSavingSupported = () => 'serviceWorker' in navigator && 'caches' in globalThis

/** @returns what went wrong, or null */
async function savePost(slug: string, title: string): Promise<SaveProblem | null> {
  if (!isSavingSupported()) return 'unsupported'
  try {
    const { failure } = await sendRequest(await startWorker(), { order: 'keep', slug, title, width: pictureWidth() })
    // Another tab may have unregistered the worker.
    if (!failure) await startWorker()
    return failure
  } catch (error) {
    // Browsers report forbidden access as DOMException, and network errors as TypeError.
    return error instanceof DOMException ? 'unsupported' : 'load'
  }
}

async function removePost(slug: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(paths.blog)
  if (registration?.active) await sendRequest(registration.active, { order: 'remove', slug })
  else await caches.delete(cacheNames.post(slug))
}

type SavedPostsState = {
  posts: SavedPost[]
  /** Null while unknown. */
  isSupported: boolean | null
}

async function readState(): Promise<SavedPostsState> {
  try {
    if (isSavingSupported()) return { posts: await readSavedPosts(), isSupported: true }
  } catch {
    // For example in a private window.
  }
  return { posts: [], isSupported: false }
}

/** Posts saved on this device, kept in sync between tabs. Reading stores and registers nothing. */
function useSavedPosts() {
  const [state, setState] = useState<SavedPostsState>({ posts: [], isSupported: null })
  const refresh = useCallback(
    () =>
      readState().then((next) => {
        setState(next)
        return next
      }),
    [],
  )

  useEffect(() => {
    void refresh()
    if (!isSavingSupported()) return
    const { serviceWorker } = navigator
    const onMessage = ({ data }: MessageEvent) => data === savedPostsChanged && void refresh()
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && void refresh()
    serviceWorker.addEventListener('message', onMessage)
    addEventListener('pageshow', onPageShow)
    return () => {
      serviceWorker.removeEventListener('message', onMessage)
      removeEventListener('pageshow', onPageShow)
    }
  }, [refresh])

  return {
    ...state,
    save: async (slug: string, title: string) => {
      const problem = await savePost(slug, title)
      await refresh()
      return problem
    },
    /** @returns whether the post is gone */
    remove: async (slug: string) => {
      await removePost(slug).catch(() => undefined)
      const { posts, isSupported } = await refresh()
      return isSupported === true && !posts.some((post) => post.slug === slug)
    },
  }
}

const problemMessages: Record<SaveProblem, string> = {
  full: 'There isn’t enough space on this device, so nothing was saved.',
  load: 'We couldn’t load the whole post, so nothing was saved. Try again when the connection is better.',
  unsupported: savingUnsupported,
}

const decimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const megabytes = (bytes: number) => `${decimal.format(Math.max(bytes / 1e6, 0.1))} MB`

/** Saves a post for offline reading. Nothing is stored or registered before the first press. */
export function SaveForOffline({ slug, title }: { slug: string; title: string }) {
  const { posts, isSupported, save, remove } = useSavedPosts()
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)

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
          <a href={offlinePage.path} className={link}>
            All saved posts
          </a>
        </>
      )}
    </div>
  )
}
