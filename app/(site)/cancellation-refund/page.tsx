import type { Metadata } from 'next'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { elsewhere, paths, storeCancelAddress } from '@/lib/site'

export const metadata: Metadata = pageMetadata({
  path: paths.refund,
  title: 'Cancellation and refund policy',
  description:
    'How to cancel an Unhurried plan online in two clicks, what you keep, app store plans, and how to ask for money back.',
})

export default function Refund() {
  return (
    <ProsePage
      path={paths.refund}
      title="Cancellation and refund"
      updated="2026-11-16"
      summary={
        <>
          <p>Two clicks on your profile. No phone call, no reasons, no survey.</p>
          <p>You keep what you paid for until its last day.</p>
        </>
      }
    >
      <h2>How to cancel</h2>
      <ol>
        <li>
          Open your <a href={paths.profile}>profile</a> and press “Cancel plan”.
        </li>
        <li>Press “Yes, cancel my plan”. The page then says until when you have access.</li>
      </ol>
      <p>If the page says that nothing was cancelled, nothing was. Try again, or write to us.</p>
      <h2>During a trial</h2>
      <p>
        Cancel before the trial ends, and nothing is charged. The date stands on your profile and beside the pay button.
      </p>
      <h2>Plans bought in an app store</h2>
      <p>
        The store charges them, and only the store can cancel them:{' '}
        <a href={storeCancelAddress.play_store}>Play Store subscriptions</a>,{' '}
        <a href={storeCancelAddress.app_store}>App Store subscriptions</a>.
      </p>
      <h2>Money back</h2>
      <p>
        If you were charged by mistake, or after you had cancelled, write to{' '}
        <a href={`mailto:${elsewhere.mail}`}>{elsewhere.mail}</a> with the date of the charge. We pay it back to the
        card it came from. Rights of withdrawal that the law where you live gives you hold as well.
      </p>
    </ProsePage>
  )
}
