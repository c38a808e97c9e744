import { ThankYou } from '@/components/pricing/thank-you'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { outside } from '@/lib/outside'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.thankyou)

export default function ThankYouPage() {
  return (
    <Page path={paths.thankyou} footer="compact" banner={false}>
      {/* As high as the window: the foot of the page stays where it is, whatever the answer will be. */}
      <div className="mx-auto min-h-dvh max-w-page px-gut py-10 lg:py-20">
        <div className="noscript:hidden">
          <ThankYou app={outside().app} />
        </div>
        <noscript>
          <div className="grid max-w-measure gap-6">
            <h1 className="text-4xl">Your payment may be complete</h1>
            <p className="text-lg">You do not need to pay again. This page needs JavaScript to show your plan.</p>
            <p>
              We write to your e-mail address when a plan begins. If nothing has come by tomorrow,{' '}
              <a className="link" href={paths.contact}>
                write to us
              </a>
              .
            </p>
          </div>
        </noscript>
      </div>
    </Page>
  )
}
