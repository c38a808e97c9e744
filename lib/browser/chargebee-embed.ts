import 'client-only'
// Its import puts the vendor's script into the page: this file is itself imported at a press only.
import { loadChargebee } from 'chargebee-js'
import type { ChargebeeCheckout } from '@/lib/contract/checkout'
import { inTime, patienceMs } from './in-time'

type Loaded = NonNullable<Awaited<ReturnType<typeof loadChargebee>>>
/** `closeAll` is the library's own, and its types leave it out. */
type Chargebee = Loaded & { closeAll?: () => void }
type Options = Parameters<Chargebee['openCheckout']>[0]

/** How the window ended: paid, closed by the person, or never opened. */
type WindowEnd = 'paid' | 'closed' | 'failed'

let loaded: Promise<Chargebee> | undefined

async function load(site: string): Promise<Chargebee> {
  // In a frame on phones, too: a second tab would leave two pages that can be pressed.
  const chargebee = await inTime(loadChargebee({ site, isItemsModel: true, iframeOnly: true }), patienceMs)
  if (!chargebee) throw new Error('Chargebee.js needs a browser.')
  return chargebee
}

/**
 * Loads Chargebee's script from its own address, once a page.
 * @throws when it does not come in time; the next call tries again
 */
export function loadChargebeeWindow(site: string) {
  loaded ??= load(site).catch((cause: unknown) => {
    loaded = undefined
    throw cause
  })
  return loaded.then((chargebee) => ({
    open: (page: ChargebeeCheckout, shown: () => void) => open(chargebee, page, shown),
  }))
}

/**
 * Opens the window. One whose frame does not load in time has failed, and is closed: also where it shows up
 * after that, since the page offers another way by then.
 */
function open(chargebee: Chargebee, page: ChargebeeCheckout, shown: () => void): Promise<WindowEnd> {
  return new Promise((resolve) => {
    let state: 'opening' | 'shown' | 'given up' = 'opening'
    const end = (how: WindowEnd) => {
      clearTimeout(timer)
      if (state === 'opening') state = 'given up'
      resolve(how)
    }
    const timer = setTimeout(() => {
      end('failed')
      chargebee.closeAll?.()
    }, patienceMs)
    const works = () => {
      clearTimeout(timer)
      if (state === 'given up') chargebee.closeAll?.()
      if (state !== 'opening') return
      state = 'shown'
      shown()
    }
    // The types ask for parts that the library does without; `layout` is for invited sites only.
    const options: Partial<Options> = {
      hostedPage: async () => page as Awaited<ReturnType<Options['hostedPage']>>,
      loaded: works,
      // Only a window that works gets as far as this.
      step: works,
      // The first of these counts: a window that was paid in is closed after it.
      success: () => end('paid'),
      close: () => end('closed'),
      error: () => end('failed'),
    }
    try {
      chargebee.openCheckout(options as Options)
    } catch {
      end('failed')
    }
  })
}
