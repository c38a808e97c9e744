import { shareScript, standInScript } from './blog/blog-scripts'
import { footScript } from './site/foot-script'
import { headScript } from './site/head-script'
import { contentsScript, missingScript } from './site/frame-scripts'
import type { InlineName } from './ui/inline'

/** Every script of ours that stands in a page. The build writes them once, and the site's server runs no others. */
export const inlineScripts: Record<InlineName, string> = {
  head: headScript,
  foot: footScript,
  contents: contentsScript,
  share: shareScript,
  'stand-in': standInScript,
  missing: missingScript,
}
