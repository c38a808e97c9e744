'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { takePlan } from '@/components/session/plan'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { isOk } from '@/lib/browser/answer'
import { ask } from '@/lib/browser/ask'
import type { Provider, Subscription } from '@/lib/contract/plan'
import { appStoreOf, providerName, storeName } from '@/lib/contract/plan-words'
import { paths } from '@/lib/site'
import { isGone, type Moved } from './use-plan-change'

/** Milliseconds after which nobody is leaving any more: the way out was stopped, and the button works again. */
const leavingMs = 10_000

type PortalProps = {
  uid: string
  children: string
  /** The plan beside which it stands: the page that opens is that of the plan which there is then. */
  subscription?: Subscription
  /** Told instead where that is not the person's plan any more. */
  moved?: (what: Moved) => void
  /** Whose page, where it stands beside no plan. */
  provider?: Provider | undefined
  /** Whether it stands by itself; otherwise in a row of buttons, below which it says what it has to say. */
  primary?: boolean
}

/** Opens a provider's own page for the card and the receipts, unless the plan beside it is not the person's any more. */
export function Portal({ uid, children, subscription, moved, provider, primary = false }: PortalProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ text: string; refused: boolean } | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Somebody else is signed in by now, or nobody: the page that comes is not theirs. */
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      clearTimeout(leaving.current)
    }
  }, [])
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  async function open() {
    setBusy(true)
    setProblem(null)
    const [answer, now] = await Promise.all([
      ask((api) => api.portal(uid, { returnUrl: location.origin + paths.profile, provider })),
      subscription && ask((api) => api.currentPlan(uid)),
    ])
    if (gone.current) return
    if (subscription && now && isOk(now) && isGone(subscription, now.data)) {
      setBusy(false)
      takePlan(uid, now.data)
      const text = 'Look at your plan as it is now, and press again if you still want to.'
      return moved?.({ title: 'The plan that this page showed has ended.', text })
    }
    if (isOk(answer) && /^https?:/.test(answer.data.url)) {
      leaving.current = setTimeout(() => setBusy(false), leavingMs)
      return location.assign(answer.data.url)
    }
    setBusy(false)
    setProblem(
      isOk(answer)
        ? { text: 'The provider’s page could not be opened.', refused: false }
        : { text: answer.data.error.message, refused: answer.data.error.code === 'provider-refused' },
    )
  }
  return (
    <div className={primary ? 'grid justify-items-start gap-4' : 'contents'}>
      <Button variant={primary ? 'primary' : 'alt'} busy={busy} onClick={() => void open()}>
        {children}
      </Button>
      {problem && (
        <IntoView>
          <Notice kind="bad" live="alert" title="Nothing was changed.">
            <p>{problem.text}</p>
            {problem.refused && (
              <p>
                <a className="link" href={paths.contact}>
                  Write to us
                </a>
              </p>
            )}
          </Notice>
        </IntoView>
      )}
    </div>
  )
}

type RefusedProps = { uid: string; subscription?: Subscription; provider?: Provider | undefined }

/** What still helps where a provider refuses: its own page, and ours for a message to the team. */
export function Refused({ uid, subscription, provider }: RefusedProps) {
  const name =
    subscription && !appStoreOf(subscription) ? storeName[subscription.store] : provider && providerName[provider]
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      {name && (
        <Portal uid={uid} provider={provider} {...(subscription && { subscription })} primary>
          {`Open ${name}`}
        </Portal>
      )}
      <p>
        <a className="link" href={paths.contact}>
          Write to us
        </a>
      </p>
    </div>
  )
}

/** Scrolls as little as is needed to show an element, above whatever stands at the foot of the window. */
export function bringIntoView(element: HTMLElement) {
  const foot = [...document.querySelectorAll('[data-foot], #offline')].map((each) => each.getBoundingClientRect())
  const covered = Math.max(0, ...foot.map(({ height, top }) => (height > 0 ? innerHeight - top : 0)))
  const kept = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0
  element.style.scrollMarginBlockEnd = `${Math.max(0, covered + 16 - kept)}px`
  void element.scrollIntoView({ block: 'nearest' })
}

/** What is said after a press, in a line of its own below the buttons: it is seen when it appears. */
export function IntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) bringIntoView(box.current)
  }, [])
  return (
    <div ref={box} className="order-1 basis-full">
      {children}
    </div>
  )
}
