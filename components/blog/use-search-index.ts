import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useWindowEvent } from '@/components/ui/use-window-event'
import type { SearchPart } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import type { SearchOutcome, SearchEngine } from './search-engine'

/** `loaded` of `parts` parts of the index. */
type Ready = {
  engine: SearchEngine
  find: (query: string) => SearchOutcome
  size: number
  loaded: number
  parts: number
  total: number
}

export type IndexState =
  { at: 'unused' } | { at: 'loading' | 'failed'; before: Ready | null; offline: boolean } | ({ at: 'ready' } & Ready)

async function partOf(n: number): Promise<SearchPart> {
  const response = await fetch(paths.searchPart(n))
  if (!response.ok) throw new Error(`The index answered ${response.status}.`)
  return response.json()
}

async function more(before: Ready | null): Promise<Ready> {
  const n = (before?.loaded ?? 0) + 1
  const [{ SearchEngine }, part] = await Promise.all([import('./search-engine'), partOf(n)])
  const engine = before?.engine ?? new SearchEngine()
  engine.add(part)
  // A new function per part, so that React repeats the query.
  const find = (query: string) => engine.search(query)
  return { engine, find, size: engine.size, loaded: n, parts: part.parts, total: part.total }
}

export const readyOf = (state: IndexState): Ready | null =>
  state.at === 'ready' ? state : state.at === 'unused' ? null : state.before

/** Loads the search engine and the index. `load('first')` works once; `load('next')` adds a part. */
export function useIndex(): { state: IndexState; load: (which: 'first' | 'next') => void } {
  const [state, setState] = useState<IndexState>({ at: 'unused' })
  const last = useRef<IndexState>(state)

  const load = useCallback((which: 'first' | 'next') => {
    const set = (next: IndexState) => {
      last.current = next
      setState(next)
    }
    const now = last.current
    const before = readyOf(now)
    if (now.at === 'loading' || (which === 'first' && now.at !== 'unused')) return
    set({ at: 'loading', before, offline: false })
    more(before).then(
      (ready) => set({ at: 'ready', ...ready }),
      () => set({ at: 'failed', before, offline: !navigator.onLine }),
    )
  }, [])

  useWindowEvent('online', () => {
    if (last.current.at === 'failed' && last.current.offline) load('next')
  })

  return { state, load }
}

/** Null before the first part is loaded, and for an empty query. */
export function useFound(ready: Ready | null, query: string): SearchOutcome | null {
  const deferredQuery = useDeferredValue(query)
  return useMemo(() => (deferredQuery && ready ? ready.find(deferredQuery) : null), [deferredQuery, ready])
}
