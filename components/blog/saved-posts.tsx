'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, Link } from '@/components/ui/button'
import { defaultLocale, isolate, numberLocale, type Locale } from '@/lib/locales'
import { offlinePage, paths } from '@/lib/site'
import {
  type SaveFailure,
  type PostId,
  type SavedPost,
  cacheNames,
  postPath,
  readSavedPosts,
  savedPostsChanged,
  sendRequest,
  startWorker,
} from '@/lib/browser/offline'

/** Reloads the page that the offline page replaces. `title` is shown meanwhile. */
export function TryAgain({ title }: { title: string }) {
  const t = useTranslations('savedPosts')
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
      <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
    </span>
  )
}

type SavedPostsProps = {
  /** Shown if no post is saved. */
  emptyMessage?: string
  headingClass?: string
}

export function SavedPosts({ emptyMessage, headingClass = '' }: SavedPostsProps) {
  const t = useTranslations('savedPosts')
  const locale = useLocale()
  const { posts, isSupported, remove } = useSavedPosts()
  const [removing, setRemoving] = useState<string | null>(null)
  const [removedTitle, setRemovedTitle] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const section = useRef<HTMLElement>(null)

  const removePost = async (post: SavedPost) => {
    setRemoving(postPath(post))
    const isRemoved = await remove(post)
    setRemoving(null)
    setHasFailed(!isRemoved)
    setRemovedTitle(isRemoved ? post.title : '')
    // The focused button has been removed.
    if (isRemoved) section.current?.focus()
  }

  const hasPosts = posts.length > 0
  if (!hasPosts && !removedTitle) {
    if (!emptyMessage || isSupported === null) return null
    return <p className="mt-6 max-w-144 text-lg">{isSupported ? emptyMessage : t('problems.unsupported')}</p>
  }
  return (
    <section ref={section} aria-label={t('name')} tabIndex={-1} className="mt-10 max-w-184">
      {hasPosts && <h2 className={`pb-4 text-xl tracking-tight ${headingClass}`}>{t('name')}</h2>}
      <p role="status" className="text-md text-muted not-empty:pb-4">
        {hasFailed && t('removalFailed')}
        {removedTitle && t.rich('removedPost', { title: removedTitle, post: (words) => <bdi>{words}</bdi> })}
      </p>
      <ul className="border-b border-hair empty:hidden">
        {posts.map((post) => (
          <li
            key={postPath(post)}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hair py-3"
          >
            <a href={postPath(post)} className="link tap font-semibold">
              <bdi>{post.title}</bdi>
            </a>
            <Button
              variant="alt"
              busy={removing === postPath(post)}
              aria-label={t('removePost', { title: isolate(post.title, locale) })}
              onClick={() => removePost(post)}
            >
              {t('removeShort')}
            </Button>
          </li>
        ))}
      </ul>
      {!hasPosts && emptyMessage && <p className="max-w-144 text-lg">{emptyMessage}</p>}
    </section>
  )
}

type SaveProblem = SaveFailure | 'unsupported'

/** The column width in device pixels. */
const pictureWidth = () => Math.ceil(Math.min(innerWidth, 704) * devicePixelRatio)

/** Service workers need HTTPS. */
const isSavingSupported = () => 'serviceWorker' in navigator && 'caches' in globalThis

/** @returns what went wrong, or null */
async function savePost(post: PostId & { title: string }): Promise<SaveProblem | null> {
  if (!isSavingSupported()) return 'unsupported'
  try {
    const { failure } = await sendRequest(await startWorker(), { order: 'keep', ...post, width: pictureWidth() })
    // Another tab may have unregistered the worker.
    if (!failure) await startWorker()
    return failure
  } catch (error) {
    // Browsers report forbidden access as DOMException, and network errors as TypeError.
    return error instanceof DOMException ? 'unsupported' : 'load'
  }
}

async function removePost({ slug, locale }: PostId): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(paths.blog)
  if (registration?.active) await sendRequest(registration.active, { order: 'remove', slug, locale })
  else await caches.delete(cacheNames.post({ slug, locale }))
}

/** `isSupported` is null while unknown. */
type SavedPostsState = { posts: SavedPost[]; isSupported: boolean | null }

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
    save: async (post: PostId & { title: string }) => {
      const problem = await savePost(post)
      await refresh()
      return problem
    },
    /** @returns whether the post is gone */
    remove: async (post: PostId) => {
      await removePost(post).catch(() => undefined)
      const { posts, isSupported } = await refresh()
      return isSupported === true && !posts.some((other) => postPath(other) === postPath(post))
    },
  }
}

const megabytes = (bytes: number, locale: Locale) =>
  new Intl.NumberFormat(numberLocale(locale), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    Math.max(bytes / 1e6, 0.1),
  )

/** Saves a post for offline reading. Nothing is stored or registered before the first press. */
export function SaveForOffline({ slug, title }: { slug: string; title: string }) {
  const t = useTranslations('savedPosts')
  const locale = useLocale()
  const post = locale === defaultLocale ? { slug } : { slug, locale }
  const { posts, isSupported, save, remove } = useSavedPosts()
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)

  const savedPost = posts.find((other) => postPath(other) === postPath(post))
  const savePost = async () => {
    const problem = await save({ ...post, title })
    return { isDone: !problem, message: problem ? t(`problems.${problem}`) : '' }
  }
  const removePost = async () => {
    const isDone = await remove(post)
    return { isDone, message: t(isDone ? 'removed' : 'removalFailed') }
  }
  const run = async (action: 'save' | 'remove') => {
    if (busy) return
    setBusy(action)
    setMessage(action === 'save' ? t('saving') : '')
    const { isDone, message } = await (action === 'save' ? savePost() : removePost())
    setMessage(message)
    setBusy(null)
    // The button disappears. The focus goes to the group, since pressing another control could undo the action.
    if (isDone) box.current?.focus()
  }

  const size = savedPost && isolate(megabytes(savedPost.bytes, locale), locale)
  const savedMessage = size ? t('savedWithSize', { size }) : ''
  const isSaved = savedPost && busy !== 'save'
  const link = 'link tap text-md'
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('group')}
      tabIndex={-1}
      data-chrome
      className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2 noscript:hidden"
    >
      {isSupported !== false && !isSaved && (
        <Button variant="alt" busy={busy !== null} onClick={() => run('save')}>
          {t('save')}
        </Button>
      )}
      {/* As high as the button that it replaces, so that nothing moves. */}
      <p role="status" className="flex items-center text-md text-muted not-empty:min-h-12">
        {message || (isSupported === false ? t('problems.unsupported') : savedMessage)}
      </p>
      {isSaved && (
        <>
          <button
            type="button"
            className={`${link} cursor-pointer`}
            aria-disabled={busy !== null || undefined}
            onClick={() => run('remove')}
          >
            {t('remove')}
          </button>
          <Link href={offlinePage.path} className={link}>
            {t('all')}
          </Link>
        </>
      )}
    </div>
  )
}
