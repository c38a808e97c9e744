'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { focusTarget } from '@/components/ui/retry'
import { useAfterPaint } from '@/components/ui/after-paint'
import { Button } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { useWindowEvent } from '@/components/ui/use-window-event'
import type { SearchIndex } from '@/lib/contract/content'
import { type Locale, localPath } from '@/lib/locales'
import { limits, paths } from '@/lib/site'
import { useTagName } from './post-language'
import type { SearchEngine, SearchOutcome } from './search-engine'
import { NothingFound, SearchResults, useFocusOnNewResult } from './search-results'

const name = 'q'

const longestQuery = 100

export const queryOf = ({ hash, search }: Pick<Location, 'hash' | 'search'>): string =>
  (new URLSearchParams(hash.slice(1)).get(name) ?? new URLSearchParams(search).get(name) ?? '').slice(0, longestQuery)

/** Keeps the query behind the `#`, so that Back restores it and no server receives it. */
function saveQueryInUrl(query: string): void {
  if (!query && !queryOf(location)) return
  const address = new URL(location.href)
  address.searchParams.delete(name)
  address.hash = query ? new URLSearchParams({ [name]: query }).toString() : ''
  // Keeps the router's state, so that Next does not navigate.
  if (address.href !== location.href) history.replaceState(history.state, '', address.href)
}

/** Announcements and address changes wait for a pause in typing. */
const pauseMs = 400
const boxId = 'search'

type IndexState =
  | { at: 'unused' | 'loading' }
  | { at: 'failed'; offline: boolean }
  | { at: 'ready'; engine: SearchEngine; total: number }

async function readIndex(locale: Locale): Promise<SearchIndex> {
  const response = await fetch(localPath(paths.searchIndex, locale))
  if (!response.ok) throw new Error(`The index answered ${response.status}.`)
  return response.json()
}

/** Loads the search engine and the index, once. `retry` loads them after a failure. */
function useIndex(locale: Locale): { state: IndexState; load: () => void; retry: () => void } {
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

/** The typed query, kept in the address, and the number of results. */
function useTypedQuery(load: () => void) {
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<number>(limits.listPosts)

  const search = useCallback(() => {
    const typed = input.current?.value.trim() ?? ''
    setQuery(typed)
    setShown(limits.listPosts)
    if (typed) load()
  }, [load])

  useEffect(() => {
    const follow = (address: Pick<Location, 'hash' | 'search'>) => {
      const query = queryOf(address)
      if (query && input.current) input.current.value = query
      search()
      // The link is meant to start a search.
      if (address.hash === `#${boxId}`) input.current?.focus()
    }
    // `location` may already contain an earlier query.
    const changed = ({ newURL }: HashChangeEvent) => follow(new URL(newURL))
    // Text typed before hydration wins, and is searched for by its event.
    if (!input.current?.value) follow(location)
    if (document.activeElement === input.current) load()
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [search, load])

  const clear = () => {
    if (input.current) input.current.value = ''
    search()
    input.current?.focus()
  }
  return { input, query, shown, search, clear, showNext: () => setShown(shown + limits.listPosts) }
}

/** Announces a text and saves the query in the address, after a pause in typing. */
function useAnnouncement(text: string, query: string): string {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setAnnounced(text)
      saveQueryInUrl(query)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [query, text])
  return announced
}

type Translate = ReturnType<typeof useTranslations<'blogSearch'>>

function messagesOf(t: Translate, state: IndexState, query: string, outcome: SearchOutcome | null) {
  const some = outcome?.match === 'some' ? t('some') : ''
  const count = outcome?.posts.length
  const isPart = state.at === 'ready' && state.engine.size < state.total
  const result =
    count === undefined
      ? null
      : isPart
        ? t('foundInNewest', { count, searched: state.engine.size, total: state.total })
        : t('found', { count })
  const problem = state.at !== 'failed' || query === '' ? '' : state.offline ? t('offline') : t('failed')
  return { some, result, problem }
}

/** Search as you type. `data-searching` on `main` hides the lists meanwhile. */
export function Search({ total }: { total: number }) {
  const t = useTranslations('blogSearch')
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const { state, load, retry } = useIndex(locale)
  const { input, query, shown, search, clear, showNext } = useTypedQuery(load)
  const searchSoon = useAfterPaint(search)
  const deferredQuery = useDeferredValue(query)
  const engine = state.at === 'ready' ? state.engine : null
  const outcome = useMemo(
    () => (deferredQuery && engine ? engine.search(deferredQuery) : null),
    [deferredQuery, engine],
  )
  const found = outcome?.posts ?? null

  const isSearching = found !== null
  useEffect(() => {
    document.querySelector('main')?.toggleAttribute('data-searching', isSearching)
  }, [isSearching])

  const { some, result, problem } = messagesOf(t, state, query, outcome)
  const isLoading = state.at === 'loading' && query !== ''
  const announced = useAnnouncement(problem || `${some} ${result ?? ''}`.trim(), query)

  const focusNewResult = useFocusOnNewResult(box, isLoading)
  const showMore = () => {
    focusNewResult()
    showNext()
  }
  const tryAgain = () => {
    focusNewResult()
    retry()
  }
  return (
    <div ref={box} role="search" id={boxId} className="mt-5 noscript:hidden">
      <SearchField
        ref={input}
        id="search-words"
        label={t('label')}
        maxLength={longestQuery}
        className="max-w-144"
        count={result ?? (isLoading ? t('searching') : t('total', { count: total }))}
        announced={announced}
        onFocus={load}
        onInput={searchSoon}
        onClear={clear}
      />
      {problem && (
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <p {...focusTarget}>{problem}</p>
          {state.at === 'failed' && !state.offline && (
            <Button variant="alt" onClick={tryAgain}>
              {t('tryAgain')}
            </Button>
          )}
        </div>
      )}
      {found && outcome && (
        <div className="mt-8">
          {some && <p className="max-w-144 pb-6 text-lg">{some}</p>}
          {found.length === 0 ? (
            <NothingFound common={outcome.match === 'common'} onClear={clear} />
          ) : (
            <SearchResults found={found.slice(0, shown)} onFollow={() => saveQueryInUrl(query)} />
          )}
          {found.length > shown && (
            <Button variant="alt" onClick={showMore}>
              {t('showMore')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
