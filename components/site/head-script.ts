import { earlyScript } from '@/components/session/early'
import { asBuilt } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { layOutScript } from './lay-out-script'
import { menuScript } from './menu-script'
import { offlineScript } from './offline-script'
import { prefetchScript } from './prefetch-script'
import { printScript } from './print-script'
import { runtimeScript } from './runtime-script'

/** One that fails must not take the next with it. */
const guarded = (scripts: string[]) => scripts.map((script) => `try{${script}}catch(e){console.error(e)}`).join('\n')

/** What only answers to somebody need not be read before there is something to be seen. */
const afterPaint = (script: string) =>
  `document.addEventListener("DOMContentLoaded",()=>requestAnimationFrame(()=>setTimeout(()=>{${script}})))`

/**
 * The one inline script of every page, in its head: theme, session, trial gate and consent before the first paint;
 * after it what the page's plain HTML needs beside it.
 */
export const headScript = asBuilt(
  'head',
  [
    guarded([earlyScript, menuScript, consentScript]),
    afterPaint(guarded([layOutScript, runtimeScript, prefetchScript, offlineScript, printScript])),
  ].join('\n'),
)
