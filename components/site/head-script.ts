import { earlyScript } from '@/components/session/early'
import { asBuilt } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { menuScript } from './menu-script'
import { offlineScript } from './offline-script'
import { prefetchScript } from './prefetch-script'
import { printScript } from './print-script'
import { runtimeScript } from './runtime-script'

/**
 * The one inline script of every page, in its head: theme, session and trial gate before the first paint,
 * then what the page's plain HTML needs beside it. One that fails must not take the next with it.
 */
export const headScript = asBuilt(
  'head',
  [earlyScript, menuScript, runtimeScript, consentScript, prefetchScript, offlineScript, printScript]
    .map((script) => `try{${script}}catch(e){console.error(e)}`)
    .join('\n'),
)
