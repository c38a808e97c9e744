import { ThankYou } from '@/components/pricing/thank-you'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { paths } from '@/lib/site'

export const metadata = pageMetadata({
  path: paths.thankyou,
  title: 'Thank you',
  description: 'Your payment is being confirmed. You do not need to pay again.',
  index: false,
})

export default function ThankYouPage() {
  return (
    <Page path={paths.thankyou} footer="compact" banner={false}>
      <div className="mx-auto max-w-page px-gut py-10 lg:py-20">
        <ThankYou />
        <noscript>
          <p className="mt-6 max-w-measure">
            This page needs JavaScript to show your plan. Your payment may be complete. You do not need to pay again.
          </p>
        </noscript>
      </div>
    </Page>
  )
}
