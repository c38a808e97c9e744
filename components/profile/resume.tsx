'use client'
import { Button } from '@/components/ui/button'
import type { Subscription } from '@/lib/contract/plan'
import { ChangeNotice } from './change-notice'
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
  const { change, look, busy, problem } = useChange(uid, subscription, 'resume')
  const tell = (done: boolean) => done && resumed()
  return (
    <div className="grid justify-items-start gap-4">
      {!problem?.unknown && (
        <Button busy={busy} onClick={() => void change().then(tell)}>
          Resume plan
        </Button>
      )}
      {problem && <ChangeNotice problem={problem} busy={busy} look={() => void look().then(tell)} />}
    </div>
  )
}
