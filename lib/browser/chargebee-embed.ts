import 'client-only'
// The import adds the vendor's script to the page, so import this module only on demand.
import { loadChargebee } from 'chargebee-js'
import type { ChargebeeCheckout } from '@/lib/contract/checkout'
import { withTimeout, vendorTimeoutMs } from './timeout'

type Loaded = NonNullable<Awaited<ReturnType<typeof loadChargebee>>>
/** Missing from the library's types. */
type Chargebee = Loaded & { closeAll?: () => void }
type Options = Parameters<Chargebee['openCheckout']>[0]

type WindowEnd = 'paid' | 'closed' | 'failed'

let loaded: Promise<Chargebee> | undefined

async function load(site: string): Promise<Chargebee> {
  // A frame on phones too, because a tab would leave two active pages.
  const chargebee = await withTimeout(loadChargebee({ site, isItemsModel: true, iframeOnly: true }), vendorTimeoutMs)
  if (!chargebee) throw new Error('Chargebee.js needs a browser.')
  return chargebee
}

/** @throws after a timeout; the next call tries again */
export function loadChargebeeWindow(site: string) {
  loaded ??= load(site).catch((cause: unknown) => {
    loaded = undefined
    throw cause
  })
  return loaded.then((chargebee) => ({
    open: (page: ChargebeeCheckout, shown: () => void) => open(chargebee, page, shown),
  }))
}

/** A late window is closed, because the page then offers another way. */
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
    }, vendorTimeoutMs)
    const works = () => {
      clearTimeout(timer)
      if (state === 'given up') chargebee.closeAll?.()
      if (state !== 'opening') return
      state = 'shown'
      shown()
    }
    // The types require options that the library does not.
    const options: Partial<Options> = {
      hostedPage: async () => page as Awaited<ReturnType<Options['hostedPage']>>,
      loaded: works,
      // Only a working window reports steps.
      step: works,
      // The first one counts: a paid window also closes.
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
