import { Button } from '@/components/ui/button'
import { receivedAnchor } from '@/lib/contract/contact'
import { paths } from '@/lib/site'
import { WaitingArt } from './art'

export function OtherWays({ mail }: { mail: string }) {
  return (
    <div className="grid content-start gap-8 text-md leading-relaxed">
      <div>
        <h3 className="text-md">Prefer email?</h3>
        <p>
          <a href={`mailto:${mail}`} className="link tap font-semibold wrap-anywhere">
            {mail}
          </a>
        </p>
        <p className="text-muted">It reaches the same people. Please leave out diagnoses and card numbers.</p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">To cancel a plan</h3>
        <p className="mt-2 text-muted">
          You don’t need to write to us. It takes two clicks on your{' '}
          <a href={paths.profile} className="link">
            profile
          </a>
          .
        </p>
      </div>
      <div className="border-t border-hair pt-6">
        <h3 className="text-md">Common questions</h3>
        <p className="mt-2 text-muted">
          What does it cost? Do I have to speak? What happens in a call? Our{' '}
          <a href={paths.faq} className="link">
            questions and answers
          </a>{' '}
          may help.
        </p>
      </div>
    </div>
  )
}

/** Confirms the message without script, by an anchor. */
export function SentMessage() {
  return (
    <div id={receivedAnchor} className="hidden scroll-mt-10 target:block">
      <WaitingArt />
      <h3 className="mt-8 text-2xl font-normal tracking-tight">If you’ve just sent a message, we have it.</h3>
      <p className="mt-2">We’ll reply in writing to the address you gave. There’s nothing more for you to do.</p>
      <p className="mt-8">
        <Button variant="alt" href={paths.contact}>
          Write another message
        </Button>
      </p>
    </div>
  )
}
