'use client'
import { useSyncExternalStore } from 'react'
import { Notice } from '@/components/ui/notice'
import { paths } from '@/lib/site'
import { getServerSnapshot, getSnapshot, subscribe } from './store'

/** The way to sign in and back to the page that is open. */
const signInHere = () => `${paths.auth}?signInSuccessUrl=${encodeURIComponent(location.pathname + location.search)}`

type EndedProps = {
  /** Whether the notice has the way to sign in, on pages that have none of their own beside it. */
  link?: boolean
}

/** Says that a session has ended by itself, on a page that needs one; otherwise there is nothing to say. */
export function Ended({ link = false }: EndedProps) {
  const session = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  if (session.state !== 'anonymous' || !session.ended) return null
  if (session.why) return <Notice kind="warn" live="alert" title={session.why} />
  return (
    <Notice kind="warn" live="alert" title="Your sign-in session has ended.">
      <p>
        Please sign in again; you come back to this page. If you pressed something just now, please look whether it was
        carried out.
      </p>
      {link && (
        <p className="mt-2">
          <a className="link tap font-semibold" href={signInHere()}>
            Sign in again
          </a>
        </p>
      )}
    </Notice>
  )
}
