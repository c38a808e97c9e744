'use client'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { mainSiteUrl } from '@/lib/browser/config'
import { isClockWrong } from '@/lib/browser/time'
import { sentences } from '@/lib/contract/sentences'
import { paths, siteName } from '@/lib/site'
import { getServerSnapshot, getSnapshot, subscribe } from './store'
import { useWindowEvent } from '@/components/ui/use-window-event'

const signInHere = () => `${paths.auth}?signInSuccessUrl=${encodeURIComponent(location.pathname + location.search)}`

type SessionEndedProps = {
  hasLink?: boolean
}

/** Says that the session has ended without a sign-out. */
export function SessionEndedNotice({ hasLink = false }: SessionEndedProps) {
  const session = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  if (session.state !== 'anonymous' || !session.ended) return null
  if (session.why) return <Notice kind="warn" live="alert" title={session.why} />
  return (
    <Notice kind="warn" live="alert" title="Your sign-in session has ended.">
      <p>
        Please sign in again, and you’ll come back to this page. If you just pressed something, please check whether it
        was done.
      </p>
      <ClockHint />
      {hasLink && (
        <p className="mt-2">
          <a className="link tap font-semibold" href={signInHere()}>
            Sign in again
          </a>
        </p>
      )}
    </Notice>
  )
}

export function ClockHint() {
  if (!isClockWrong()) return null
  return (
    <p className="mt-2">
      Your device’s clock looks wrong, which can end a sign-in early. Set the date and time to automatic, then try
      again.
    </p>
  )
}

/** Reloads the page, once the browser is online. */
export function ReloadButton() {
  const [isWaiting, setIsWaiting] = useState(false)
  useWindowEvent('online', () => {
    if (isWaiting) location.reload()
  })
  return (
    <>
      <Button
        variant="alt"
        className="mt-4"
        onClick={() => (navigator.onLine ? location.reload() : setIsWaiting(true))}
      >
        Try again
      </Button>
      <p role="status" className="pt-2 empty:hidden">
        {isWaiting && 'You’re offline. This page will try again by itself as soon as you’re connected.'}
      </p>
    </>
  )
}

type SessionFailedProps = { isStorageSilent: boolean; children: string }

/** Says why nobody knows whether the visitor is signed in. @param children what that means on the page */
export const SessionFailedNotice = ({ isStorageSilent, children }: SessionFailedProps) => (
  <Notice
    kind="warn"
    live="alert"
    title={isStorageSilent ? 'We can’t tell who is signed in.' : 'The sign-in service isn’t answering right now.'}
  >
    {isStorageSilent && <p>{sentences.silentStorage}</p>}
    <p>{children}</p>
    <ReloadButton />
  </Notice>
)

/** For hosts without a mode, instead of features that need the API. */
export function UnknownHostNotice({ title = 'Signing in doesn’t work at this address.' }: { title?: string }) {
  const mainUrl = mainSiteUrl()
  return (
    <Notice kind="warn" live="alert" title={title}>
      <p>
        This address isn’t set up for {siteName} accounts, so trying again won’t help. Your account and your plan are as
        they were.{' '}
        {mainUrl ? (
          <>
            Please use{' '}
            <a className="link" href={mainUrl}>
              {new URL(mainUrl).host}
            </a>{' '}
            instead.
          </>
        ) : (
          'Please use the address you usually visit.'
        )}
      </p>
    </Notice>
  )
}

export const ContactLink = ({ children = 'write to us' }: { children?: string }) => (
  <a className="link" href={paths.contact}>
    {children}
  </a>
)
