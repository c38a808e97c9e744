import { Button } from '@/components/ui/button'
import { contactOutcome } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { Waiting } from './art'

export function Aside({ mail }: { mail: string }) {
  return (
    <div className="grid content-start gap-8 text-md leading-relaxed">
      <div>
        <h3 className="text-md">Rather by e-mail?</h3>
        <p>
          <a href={`mailto:${mail}`} className="link tap font-semibold wrap-anywhere">
            {mail}
          </a>
        </p>
        <p className="text-muted">
          It arrives in the same place. Here too a diagnosis or a card number is better left out.
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">To cancel a plan</h3>
        <p className="mt-2 text-muted">
          You do not have to write. It takes two clicks on your{' '}
          <a href={paths.profile} className="link">
            profile
          </a>
          .
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">Asked before, perhaps</h3>
        <p className="mt-2 text-muted">
          What it costs, whether you must speak, how a call goes: the{' '}
          <a href={paths.faq} className="link">
            questions
          </a>{' '}
          may already say it.
        </p>
      </div>
    </div>
  )
}

/** The confirmation for browsers without script: the server redirects to this anchor. */
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
