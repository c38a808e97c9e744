import { printScript } from './blog/article'
import { shareScript } from './blog/share-links'
import { footScript } from './site/foot-script'
import { headScript } from './site/head-script'
import { browserScript, contentsScript, foldsScript, missingScript, offlinePageScript } from './site/frame-scripts'
import { livePriceScript } from './site/live-price'
import { nextCallScript } from './site/next-call'
import { visitScript } from './site/sign-in-skeleton'
import type { InlineName } from './ui/inline'

/** All inline scripts; the server's policy allows no others. */
export const inlineScripts: Record<InlineName, string> = {
  browser: browserScript,
  head: headScript,
  foot: footScript,
  contents: contentsScript,
  folds: foldsScript,
  print: printScript,
  share: shareScript,
  'offline-page': offlinePageScript,
  missing: missingScript,
  'live-price': livePriceScript,
  'next-call': nextCallScript,
  visit: visitScript,
}
