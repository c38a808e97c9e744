import { asBuilt, guarded } from '@/components/ui/inline'
import { offlineScript } from './offline-script'
import { prefetchScript } from './prefetch-script'
import { printScript } from './print-script'
import { runtimeScript } from './runtime-script'

/** What only answers to somebody need not be read before there is something to be seen. */
const afterPaint = (script: string) => `requestAnimationFrame(()=>setTimeout(()=>{${script}}))`

/**
 * The inline script at the end of every page, of what its plain HTML needs beside it. In the head it would stand
 * before the first words on the line.
 */
export const footScript = asBuilt(
  'foot',
  afterPaint(guarded([offlineScript, runtimeScript, prefetchScript, printScript])),
)
