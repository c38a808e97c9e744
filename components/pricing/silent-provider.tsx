import { landing } from '@/components/session/use-again'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

type SilentProviderProps = {
  /** Whether our own server answered, so that the silence is the provider's. */
  reached: boolean
  busy: boolean
  again: () => Promise<void>
}

/** Without an answer there is no price to show, and none is guessed. */
export function SilentProvider({ reached, busy, again }: SilentProviderProps) {
  return (
    <section aria-labelledby="silent" className="grid gap-6 py-4">
      <h2 id="silent">Price shown at checkout</h2>
      <div {...landing}>
        <Notice
          kind="warn"
          live="status"
          title={reached ? 'The payment provider is not answering right now.' : 'We could not reach the server.'}
        >
          <p>
            The amount is missing until it answers. You will always see it before you pay.{' '}
            {reached ? 'Try again in a moment.' : 'Check your connection and try again.'}
          </p>
          <Button variant="alt" className="mt-4" busy={busy} onClick={() => void again()}>
            Try again
          </Button>
        </Notice>
      </div>
    </section>
  )
}
