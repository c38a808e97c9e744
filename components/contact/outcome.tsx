import { Button } from '@/components/ui/button'
import { contactOutcome } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { Waiting } from './art'

/**
 * How a plain form post has ended well, for a browser without script: the server leads back to this address,
 * and only there it shows. Whoever kept the address comes back to it without having sent anything.
 */
export function Outcome() {
  return (
    <div id={contactOutcome} className="hidden scroll-mt-10 target:block">
      <Waiting />
      <h3 className="mt-8 text-2xl font-normal tracking-tight">If you have just sent a message, it has arrived.</h3>
      <p className="mt-2">
        The answer comes in writing, to the address that you gave. There is nothing more for you to do.
      </p>
      <p className="mt-8">
        <Button variant="alt" href={paths.contact}>
          Write another message
        </Button>
      </p>
    </div>
  )
}
