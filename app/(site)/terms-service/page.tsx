import type { Metadata } from 'next'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { elsewhere, paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.terms,
  title: 'Terms of service',
  description:
    'The agreement between you and Unhurried in plain words: what you get, what it is not, what you pay and how it ends.',
})

export default function Terms() {
  return (
    <ProsePage
      path={paths.terms}
      title="Terms of service"
      updated="2026-11-16"
      summary={
        <>
          <p>
            You get education and practice for people who stutter. It is not a diagnosis, and no result is promised.
          </p>
          <p>A plan renews until you cancel it, which you can do online at any time.</p>
        </>
      }
    >
      <h2>What this is</h2>
      <p>
        An app, group video calls, texts and, where it is offered, sessions with a therapist. It does not replace
        medical care. In an emergency, turn to the emergency services where you live.
      </p>
      <h2>Your account</h2>
      <p>
        One person, one account. Keep your way of signing in to yourself. If you are not yet of age where you live, a
        parent or guardian has to agree.
      </p>
      <h2>What you pay</h2>
      <p>
        The total, the period, the end of a trial, the first charge and the renewal stand beside the button before you
        press it. Pressing it is your consent to them. A plan renews for the same period until you cancel.
      </p>
      <h2>How it ends</h2>
      <p>
        By cancelling on your profile; you keep what you paid for until its last day. See{' '}
        <a href={paths.refund}>Cancellation and refund</a>.
      </p>
      <h2>With each other</h2>
      <p>
        In a group call, the rules of the call hold for everybody. What another person says there is not yours to repeat
        or to record. Who harms others may be asked to leave.
      </p>
      <h2>If something goes wrong</h2>
      <p>
        Write to <a href={`mailto:${elsewhere.mail}`}>{elsewhere.mail}</a>, and we will answer in writing. Rights that
        the law where you live gives to consumers stay as they are.
      </p>
    </ProsePage>
  )
}
