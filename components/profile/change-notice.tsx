'use client'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Subscription } from '@/lib/contract/plan'
import { bringIntoView } from './into-view'
import { Refused } from './refused'
import type { ChangeProblem } from './use-change'

type ChangeNoticeProps = {
  uid: string
  subscription: Subscription
  problem: ChangeProblem
  busy: boolean
  look: () => void
}

/** What came of a change that did not go as it should; where that is not known, a way to look. */
export function ChangeNotice({ uid, subscription, problem, busy, look }: ChangeNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The buttons that were pressed are gone while it is not known: the focus stays with what is said about it.
    if (problem.unknown || document.activeElement === document.body) box.current?.focus()
    if (box.current) bringIntoView(box.current)
  }, [problem])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind={problem.unknown ? 'warn' : 'bad'} live="alert" title={problem.title}>
        <p>{problem.text}</p>
        {problem.unknown && (
          <Button variant="alt" className="mt-4" busy={busy} onClick={look}>
            Look again
          </Button>
        )}
        {problem.refused && <Refused uid={uid} subscription={subscription} />}
        {problem.storeUrl && (
          <p>
            <a className="link" href={problem.storeUrl}>
              Open the store’s cancel page
            </a>
          </p>
        )}
      </Notice>
    </div>
  )
}
