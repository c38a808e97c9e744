import { Reload } from '@/components/session/reload'
import { landing } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** Nobody can tell who is signed in. */
export function Unreachable() {
  return (
    <Notice kind="warn" live="alert" title="The sign-in service does not answer right now.">
      <p>We cannot tell whether you are signed in, so paying waits. Nothing is lost.</p>
      <Reload />
    </Notice>
  )
}

type PlanUnreadProps = {
  /** Whether this tab was left to pay, and the providers have not said yet what came of it. */
  paid: boolean
  busy: boolean
  again: () => Promise<void>
}

/** Somebody is, and what they have could not be read. */
export function PlanUnread({ paid, busy, again }: PlanUnreadProps) {
  return (
    <div {...landing}>
      <Notice
        kind="warn"
        live="alert"
        title={paid ? 'Your payment may be complete. You do not need to pay again.' : 'We could not read your plan.'}
      >
        <p>
          {paid
            ? 'The payment provider could not be asked just now. Paying waits until we know.'
            : 'So that you never pay twice, paying waits until we can.'}
        </p>
        <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
          {paid ? 'Look again' : 'Try again'}
        </Button>
      </Notice>
    </div>
  )
}
