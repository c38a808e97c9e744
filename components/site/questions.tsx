import { paths } from '@/lib/site'
import type { Citation } from '@/lib/contract/content'
import { Question } from './question'
import { Cite } from './sources'

/** The five that are asked first. They stand on the home page and at the head of the FAQ. */
export function FirstQuestions({ sources }: { sources: readonly Citation[] }) {
  return (
    <>
      <Question id="cure" title="Is there a cure?" open>
        <p>
          No, not at present. There are treatments, and no drug has been approved for stuttering by the US Food and Drug
          Administration.
          <Cite of={sources} id="nidcd" /> Be careful with anybody who promises otherwise.
        </p>
      </Question>
      <Question id="speak" title="Must I speak in the group?">
        <p>No. Use the chat, keep your camera off, or say or type “pass”. A pass needs no reason.</p>
      </Question>
      <Question id="phone" title="Must I phone anyone?">
        <p>No. Joining, paying, getting help and cancelling are all done in writing.</p>
      </Question>
      <Question id="cost" title="What does it cost?">
        <p>
          The total for a month and for a year stands on{' '}
          <a href={paths.pricing} data-pricing-link suppressHydrationWarning className="link">
            the page with the plans
          </a>
          , read from the payment provider, in your currency where it is offered.
        </p>
      </Question>
      <Question id="cancel" title="How do I cancel?">
        <p>
          On your profile: “Cancel plan”, then “Yes, cancel my plan”. You keep what you paid for until its last day. A
          plan that was bought in an app store is cancelled in that store.
        </p>
      </Question>
    </>
  )
}
