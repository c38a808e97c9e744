/**
 * What held-back scripts start from, for tabs whose next request another process or the next build answers: it is
 * kept beside the files of the build (`lib/server/build-files.ts`).
 */
import { shared } from '@/lib/process-state'

/** Of what is made before there is a store; more than a start makes. */
const mostWaiting = 200

/** Milliseconds between two tries to find the store, and between two times that it hears that data is in use. */
const everyMs = { look: 1000, tell: 24 * 60 * 60_000 }

/**
 * Hands over what pages need to the store, in the background, and says of it once a day that it is in use.
 * What cannot be kept is forgotten: the next process can still make the page itself.
 */
export function dataKeeper() {
  const told = new Map<string, number>()
  let waiting: [address: string, data: Buffer][] = []
  let timer: NodeJS.Timeout | undefined

  function keep(address: string, data: Buffer): void {
    if (!shared.storePageData) {
      waiting = [...waiting.slice(1 - mostWaiting), [address, data]]
      timer ??= setInterval(flush, everyMs.look).unref()
      return
    }
    shared.storePageData(address, data).catch(() => told.delete(address))
  }

  function flush(): void {
    if (!shared.storePageData) return
    clearInterval(timer)
    for (const each of waiting.splice(0)) keep(...each)
  }

  return {
    /** Called whenever it is served; at most once a day it does something. */
    use(address: string, data: Buffer): void {
      if (Date.now() - (told.get(address) ?? -Infinity) < everyMs.tell) return
      told.set(address, Date.now())
      keep(address, data)
    },
    /** Nobody will be sent to this address by this process any more. */
    forget: (address: string): void => void told.delete(address),
  }
}

export type DataKeeper = ReturnType<typeof dataKeeper>
