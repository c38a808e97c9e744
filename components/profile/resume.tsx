'use client'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Subscription } from '@/lib/contract/plan'
import { useChange } from './use-change'

/** Takes a cancelled plan up again while it still runs. Nothing is charged before its next date. */
export function Resume({
  uid,
  subscription,
  resumed,
}: {
  uid: string
  subscription: Subscription
  resumed: () => void
}) {
  const { change, busy, problem } = useChange(uid, subscription)
  return (
    <div className="grid justify-items-start gap-4">
      <Button busy={busy} onClick={() => void change('resume').then((done) => done && resumed())}>
        Resume plan
      </Button>
      {problem && (
        <Notice kind="bad" live="alert" title="Your plan is unchanged.">
          <p>{problem.text}</p>
        </Notice>
      )}
    </div>
  )
}
