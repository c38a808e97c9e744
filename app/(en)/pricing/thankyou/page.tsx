import { NextSteps } from '@/components/pricing/next-steps'
import { ThankYou } from '@/components/pricing/thank-you'
import { pageMetadata } from '@/components/site/metadata'
import { StoreBadges } from '@/components/site/footer'
import { Page } from '@/components/site/page'
import { ClientMessages } from '@/components/ui/island'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('thankyou')

export default function ThankYouPage() {
  const { app } = siteSettings()
  return (
    <Page path={paths.thankyou} footer="compact">
      {/* As high as the window, so that the footer does not move. */}
      <div className="mx-auto min-h-dvh max-w-page px-gut py-10 lg:py-20">
        <ClientMessages names={['thankYou', 'plan', 'session', 'identity', 'confirmAddress', 'requests']}>
          <ThankYou
            app={app}
            steps={
              <NextSteps app={app}>
                <StoreBadges />
              </NextSteps>
            }
          />
        </ClientMessages>
      </div>
    </Page>
  )
}
