import 'client-only'
// The import adds the vendor's script to the page, so import this module only on demand.
import { loadChargebee } from 'chargebee-js'
import type { ChargebeeCheckout } from '@/lib/contract/checkout'
import { loadOnce, withTimeout, vendorTimeoutMs } from './time'

type ChargebeeInstance = NonNullable<Awaited<ReturnType<typeof loadChargebee>>>
/** Missing from the library's types. */
type Chargebee = ChargebeeInstance & { closeAll?: () => void }
type Options = Parameters<Chargebee['openCheckout']>[0]

type WindowEnd = 'paid' | 'closed' | 'failed'

const load = loadOnce(async (site: string): Promise<Chargebee> => {
  // A frame on phones too, because a tab would leave two active pages.
  const chargebee = await withTimeout(loadChargebee({ site, isItemsModel: true, iframeOnly: true }), vendorTimeoutMs)
  if (!chargebee) throw new Error('Chargebee.js needs a browser.')
  return chargebee
})

/** @throws after a timeout */
export async function loadChargebeeWindow(site: string) {
  const chargebee = await load(site)
  return { open: (page: ChargebeeCheckout, onShown: () => void) => open(chargebee, page, onShown) }
}

/** A late window is closed, because the page then offers another way. */
function open(chargebee: Chargebee, page: ChargebeeCheckout, onShown: () => void): Promise<WindowEnd> {
  return new Promise((resolve) => {
    let state: 'opening' | 'shown' | 'ended' = 'opening'
    const end = (result: WindowEnd) => {
      clearTimeout(timer)
      if (state === 'opening') state = 'ended'
      resolve(result)
    }
    const timer = setTimeout(() => {
      end('failed')
      chargebee.closeAll?.()
    }, vendorTimeoutMs)
    const onWorking = () => {
      clearTimeout(timer)
      if (state === 'ended') chargebee.closeAll?.()
      if (state !== 'opening') return
      state = 'shown'
      onShown()
    }
    // The types require options that the library does not.
    const options: Partial<Options> = {
      hostedPage: async () => page as Awaited<ReturnType<Options['hostedPage']>>,
      loaded: onWorking,
      // Only a working window reports steps.
      step: onWorking,
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
