import type { Metadata } from 'next'
import { SavedPosts, TryAgain } from '@/components/blog/saved-posts'
import { offlinePageScript, offlinePageTitle } from '@/components/site/frame-scripts'
import { MessagePage } from '@/components/site/message-page'
import { Page } from '@/components/site/page'
import { Island } from '@/components/ui/island'
import { offlinePage, paths, siteName } from '@/lib/site'

export const metadata: Metadata = {
  title: `Saved on this device · ${siteName}`,
  description: 'The posts you’ve saved on this device, to read offline.',
  robots: { index: false, follow: false },
}

const [onOwnAddress, onOtherAddress] = ['in-data-offline-page:hidden', 'hidden in-data-offline-page:inline']

/** Saved posts. Offline, it also replaces pages that are not stored. */
export default function SavedPostsPage() {
  return (
    <Page path={offlinePage.path} footer="compact" banner={false}>
      <script dangerouslySetInnerHTML={{ __html: offlinePageScript }} />
      <MessagePage
        title={
          <>
            <span className={onOwnAddress}>Saved on this device</span>
            <span className={onOtherAddress}>This page isn’t on your device.</span>
          </>
        }
        text={
          <>
            <span className={onOwnAddress}>You can read the posts you save here without a connection.</span>
            <span className={onOtherAddress}>
              We couldn’t load it. You can still read the posts you’ve saved, and open the tools you’ve used.
            </span>
          </>
        }
      >
        <Island when="now">
          <TryAgain title={offlinePageTitle} />
        </Island>
        <a href={paths.blog} className="link tap text-md">
          All posts
        </a>
        <div className="w-full">
          <p className="mt-6 hidden max-w-144 text-lg noscript:block">
            To save posts, switch on JavaScript in this browser.
          </p>
          <Island when="now">
            <SavedPosts
              headingClass="hidden in-data-offline-page:block"
              emptyMessage="You haven’t saved any posts on this device. You’ll find “Save for offline” at the end of each post."
            />
          </Island>
        </div>
      </MessagePage>
    </Page>
  )
}
