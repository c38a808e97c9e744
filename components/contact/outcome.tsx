import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { contactOutcome } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { Waiting } from './art'

/**
 * How a plain form post has ended, for a browser without script: the server leads back to one of these
 * two addresses, and only the one that is meant shows.
 */
export function Outcome({ mail }: { mail: string }) {
  return (
    <>
      <div id={contactOutcome.received} className="hidden scroll-mt-10 target:block">
        <Waiting />
        <h3 className="mt-8 text-2xl font-normal tracking-tight">Your message has arrived.</h3>
        <p className="mt-2">
          The answer comes in writing, to the address that you gave. Nobody will phone you. There is nothing more for
          you to do.
        </p>
        <p className="mt-8">
          <Button variant="alt" href={paths.contact}>
            Write another message
          </Button>
        </p>
      </div>
      <div id={contactOutcome.refused} className="mb-10 hidden scroll-mt-10 target:block">
        <Notice kind="bad" title="The message was not taken.">
          <p>
            Go back one page in your browser: what you wrote is usually still there. Then look at the e-mail address,
            and whether the message is longer than 5,000 characters. If both are right, try again in a while, or write
            to{' '}
            <a className="link" href={`mailto:${mail}`}>
              {mail}
            </a>
            .
          </p>
        </Notice>
      </div>
    </>
  )
}
