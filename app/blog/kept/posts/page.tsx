import type { Metadata } from 'next'
import { KeptPosts, TryAgain } from '@/components/blog/kept-posts'
import { standInScript, standInTitle } from '@/components/blog/blog-scripts'
import { DeadEnd } from '@/components/site/dead-end'
import { Page } from '@/components/site/page'
import { Island } from '@/components/ui/island'
import { keeping, paths, siteName } from '@/lib/site'

export const metadata: Metadata = {
  title: `Saved on this device · ${siteName}`,
  description: 'The posts you’ve saved on this device, to read offline.',
  robots: { index: false, follow: false },
}

const [here, elsewhere] = ['in-data-standin:hidden', 'hidden in-data-standin:inline']

/** Saved posts. Offline, it also replaces blog pages that are not saved. */
export default function Kept() {
  return (
    <Page path={keeping.standIn} footer="compact" banner={false}>
      <script dangerouslySetInnerHTML={{ __html: standInScript }} />
      <DeadEnd
        title={
          <>
            <span className={here}>Saved on this device</span>
            <span className={elsewhere}>This page isn’t on your device.</span>
          </>
        }
        text={
          <>
            <span className={here}>You can read the posts you save here without a connection.</span>
            <span className={elsewhere}>We couldn’t load it. You can still read the posts you’ve saved.</span>
          </>
        }
      >
        <Island when="now">
          <TryAgain title={standInTitle} />
        </Island>
        <a href={paths.blog} className="link tap text-md">
          All posts
        </a>
        <div className="w-full">
          <p className="mt-6 hidden max-w-144 text-lg noscript:block">
            To save posts, switch on JavaScript in this browser.
          </p>
          <Island when="now">
            <KeptPosts
              heading="hidden in-data-standin:block"
              none="You haven’t saved any posts on this device. You’ll find “Save for offline” at the end of each post."
            />
          </Island>
        </div>
      </DeadEnd>
    </Page>
  )
}
