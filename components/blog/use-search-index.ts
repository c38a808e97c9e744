import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import type { SearchIndex } from '@/lib/contract/content'
import { type Locale, localPath } from '@/lib/locales'
import { paths } from '@/lib/site'
import { useTagName } from './post-language'
import type { SearchOutcome, SearchEngine } from './search-engine'

export type IndexState =
  | { at: 'unused' | 'loading' }
  | { at: 'failed'; offline: boolean }
  | { at: 'ready'; engine: SearchEngine; total: number }

async function readIndex(locale: Locale): Promise<SearchIndex> {
  const response = await fetch(localPath(paths.searchIndex, locale))
  if (!response.ok) throw new Error(`The index answered ${response.status}.`)
  return response.json()
}

/** Loads the search engine and the index, once. `retry` loads them after a failure. */
export function useIndex(locale: Locale): { state: IndexState; load: () => void; retry: () => void } {
  const [state, setState] = useState<IndexState>({ at: 'unused' })
  const tagName = useTagName()
  const last = useRef<IndexState>(state)

  const retry = useCallback(() => {
    const set = (next: IndexState) => {
      last.current = next
      setState(next)
    }
    set({ at: 'loading' })
    Promise.all([import('./search-engine'), readIndex(locale)]).then(
      ([{ SearchEngine }, index]) =>
        set({ at: 'ready', engine: new SearchEngine(index, locale, tagName), total: index.total }),
      () => set({ at: 'failed', offline: !navigator.onLine }),
    )
  }, [locale, tagName])
  const load = useCallback(() => {
    if (last.current.at === 'unused') retry()
  }, [retry])

  useWindowEvent('online', () => {
    if (last.current.at === 'failed' && last.current.offline) retry()
  })

  return { state, load, retry }
}

/** Null before the index is loaded, and for an empty query. */
export function useFound(state: IndexState, query: string): SearchOutcome | null {
  const deferredQuery = useDeferredValue(query)
  const engine = state.at === 'ready' ? state.engine : null
  return useMemo(() => (deferredQuery && engine ? engine.search(deferredQuery) : null), [deferredQuery, engine])
}
