import { useState } from 'react'
import { ReloadButton } from '@/components/session/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

const apps: [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBA[NV]|FB_IAB|FBIOS/, 'Facebook'],
  [/musical_ly|Bytedance|TikTok|trill_/i, 'TikTok'],
  [/Snapchat/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  // Android marks the windows of all other apps.
  [/; wv\)/, 'this app'],
]

/** The app whose built-in browser shows the page, or null. Google refuses to sign in there. */
export const appAround = (agent: string): string | null => apps.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** An address that Android opens in the default browser. Other systems have none. */
export function browserIntent(href: string, agent: string): string | null {
  const url = URL.parse(href)
  if (!url || !/Android/.test(agent)) return null
  const scheme = url.protocol.slice(0, -1)
  const parts = [`scheme=${scheme}`, 'action=android.intent.action.VIEW', 'category=android.intent.category.BROWSABLE']
  return `intent://${url.host}${url.pathname}${url.search}#Intent;${parts.join(';')};end`
}

/** Google refuses to sign in inside other apps. */
export function InAppNotice({ hasEmail }: { hasEmail: boolean }) {
  const { userAgent } = navigator
  const app = appAround(userAgent)
  if (!app) return null
  const intent = browserIntent(location.href, userAgent)
  return (
    <div className="mb-6">
      <Notice kind="warn" title={`Google doesn’t allow sign-in inside ${app}.`}>
        <p className="pt-1">
          {hasEmail
            ? 'You can use your email here, or open this page in your browser.'
            : 'Open this page in your browser.'}
        </p>
        {intent ? (
          <Button variant="alt" href={intent} className="mt-4">
            Open in your browser
          </Button>
        ) : (
          <CopyAddress />
        )}
      </Notice>
    </div>
  )
}

function CopyAddress() {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    Promise.resolve(navigator.clipboard?.writeText(location.href)).then(
      () => setCopied('clipboard' in navigator),
      () => setCopied(false),
    )
  return (
    <>
      <p className="pt-2">Copy the link, then paste it into the address bar of Safari or another browser.</p>
      <Button variant="alt" className="mt-4" onClick={() => void copy()}>
        Copy the link
      </Button>
      <p role="status" className="pt-2 [overflow-wrap:anywhere] empty:hidden">
        {copied === true && 'Copied. Now open your browser and paste it.'}
        {copied === false && `We couldn’t copy it. The address is ${location.href}`}
      </p>
    </>
  )
}

export function StorageBlocked({ hasReload }: { hasReload: boolean }) {
  return (
    <div className="mb-6">
      <Notice kind="warn" live="alert" title="Cookies and site data are blocked for this site.">
        <p className="pt-1">
          Signing in needs them, so that the next page knows who you are. In your browser’s settings, look for “Cookies
          and site data” or “Block all cookies”, and allow them for this site. Then try again.
        </p>
        {hasReload && <ReloadButton />}
      </Notice>
    </div>
  )
}
