const origin = 'https://site.test'

const keyOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href

/** The used part of a browser's caches. `room` limits their entries, so that the storage can be full. */
export class CacheStorageFake {
  readonly stores = new Map<string, Map<string, Response>>()
  room = Infinity
  opened = 0

  async keys() {
    return [...this.stores.keys()]
  }
  async has(name: string) {
    return this.stores.has(name)
  }
  async delete(name: string) {
    return this.stores.delete(name)
  }
  async match(key: string | Request, { cacheName }: { cacheName?: string } = {}) {
    for (const [name, store] of this.stores) {
      const stored = cacheName === undefined || name === cacheName ? store.get(keyOf(key)) : undefined
      if (stored) return stored.clone()
    }
    return undefined
  }
  async open(name: string) {
    this.opened += 1
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    const size = () => [...this.stores.values()].reduce((sum, entries) => sum + entries.size, 0)
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async (key: string | Request) => store.delete(keyOf(key)),
      put: async (key: string, response: Response) => {
        if (!store.has(keyOf(key)) && size() >= this.room) throw new DOMException('full', 'QuotaExceededError')
        store.set(keyOf(key), response.clone())
      },
    }
  }
}
