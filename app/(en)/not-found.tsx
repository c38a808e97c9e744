import type { Metadata } from 'next'
import { MessagePage } from '@/components/site/message-page'
import { Page } from '@/components/site/page'
import { Button } from '@/components/ui/button'
import { paths, siteName } from '@/lib/site'

export const metadata: Metadata = {
  title: `Page not found · ${siteName}`,
  description: 'This site has no page at this address.',
  robots: { index: false, follow: false },
}

const linkClass = 'link tap font-semibold'

export default function NotFound() {
  return (
    <Page path="/404" footer="compact" banner={false}>
      <MessagePage
        title="There is no page at this address."
        text="The address may be mistyped, or the page has moved. You haven’t lost anything."
      >
        <Button href={paths.home} size="big">
          Go to the home page
        </Button>
        <span className="flex gap-x-6">
          <a href={paths.faq} className={linkClass}>
            Questions
          </a>
          <a href={paths.blog} className={linkClass}>
            Blog
          </a>
        </span>
      </MessagePage>
    </Page>
  )
}
