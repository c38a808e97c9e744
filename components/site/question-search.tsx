'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAfterPaint } from '@/components/ui/after-paint'
import { Button } from '@/components/ui/button'
import { SearchField, SilenceDrawing } from '@/components/ui/search-field'
import { TextSearch } from '@/components/ui/text-search'
import { useWindowEvent } from '@/components/ui/use-window-event'
import type { Locale } from '@/lib/locales'
import { paths } from '@/lib/site'

const copiedMs = 4000

type Translate = ReturnType<typeof useTranslations<'faqSearch'>>

/** Modified clicks are left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

function showCopied(link: HTMLAnchorElement, message: string, onEnd: () => void) {
  if ('copied' in link.dataset) return
  link.dataset.copied = ''
  const [text, label] = [link.textContent, link.getAttribute('aria-label') ?? '']
  link.textContent = message
  link.setAttribute('aria-label', message)
  setTimeout(() => {
    delete link.dataset.copied
    link.textContent = text
    link.setAttribute('aria-label', label)
    onEnd()
  }, copiedMs)
}

/**
 * Copies an answer's address if the browser allows it.
 * @param announce announces to screen readers; an empty text allows a repeat
 */
function copyLink(event: MouseEvent, t: Translate, announce: (message: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-copy]') : null
  if (!link || !navigator.clipboard || !isPlain(event)) return
  event.preventDefault()
  navigator.clipboard.writeText(link.href).then(
    () => {
      history.replaceState(null, '', link.hash)
      showCopied(link, t('linkCopied'), () => announce(''))
      announce(t('linkCopiedAnnounced'))
    },
    () => {
      location.hash = link.hash
    },
  )
}

/** @returns a function that finds the places of texts with all words of a query */
export function indexQuestions(texts: readonly string[], locale: Locale): (query: string) => ReadonlySet<number> {
  const index = new TextSearch({ text: 1 }, locale)
  for (const [place, text] of texts.entries()) index.add(String(place), { text })
  return (query) => {
    const { match, results } = index.find(query)
    return new Set(match === 'all' ? results.map(({ id }) => Number(id)) : [])
  }
}

/** Announced after a pause in typing. */
const pauseMs = 400

const questionsIn = (within: ParentNode) => [...within.querySelectorAll<HTMLDetailsElement>('[data-question]')]

/** Leaves out the question's own link. */
const textOf = (question: HTMLElement) =>
  [...question.querySelectorAll('h3, .prose')]
    .map(({ textContent }) => textContent)
    .concat(question.dataset.words ?? '')
    .join(' ')

/** Hides questions that do not match, and empty groups. @returns the number of matches */
function filterQuestions(query: string, find: (query: string) => ReadonlySet<number>): number {
  const questions = questionsIn(document)
  const places = /[\p{L}\p{N}]/u.test(query) ? find(query) : new Set(questions.keys())
  const matching = new Set(questions.filter((_, place) => places.has(place)))
  for (const question of questions) question.hidden = !matching.has(question)
  for (const group of document.querySelectorAll<HTMLElement>('[data-questions]')) {
    group.hidden = !questionsIn(group).some((question) => matching.has(question))
  }
  const main = document.querySelector('main')
  if (query) main?.setAttribute('data-filtered', matching.size > 0 ? 'some' : 'none')
  else main?.removeAttribute('data-filtered')
  return matching.size
}

/** Null for an invalid fragment, such as `#50%`. */
function elementInAddress(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Opens the question in the address, for browsers that do not.
 * @param show called first if the search has hidden it
 */
function openQuestionInAddress(show?: () => void) {
  const answer = elementInAddress()
  const question = answer?.closest<HTMLDetailsElement>('[data-question]')
  if (!question) return
  if (question.hidden) show?.()
  question.open = true
  answer?.scrollIntoView()
}

/** Filters the questions on the page. The query is never sent. */
export function QuestionSearch({ total }: { total: number }) {
  const t = useTranslations('faqSearch')
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const find = useRef<ReturnType<typeof indexQuestions>>(null)
  const [found, setFound] = useState<number | null>(null)
  const [announced, setAnnounced] = useState('')

  const search = useCallback(() => {
    const query = input.current?.value.trim() ?? ''
    const count = filterQuestions(query, (words) => {
      find.current ??= indexQuestions(questionsIn(document).map(textOf), locale)
      return find.current(words)
    })
    setFound(query ? count : null)
  }, [locale])
  const searchSoon = useAfterPaint(search)
  const clear = () => {
    if (input.current) input.current.value = ''
    search()
  }

  useWindowEvent('hashchange', () => openQuestionInAddress(clear))
  useWindowEvent('click', (event) => copyLink(event, t, setAnnounced))
  useEffect(() => {
    if (location.hash) openQuestionInAddress()
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(found === null ? '' : t('found', { found, total })), pauseMs)
    return () => clearTimeout(timer)
  }, [found, total, t])

  return (
    <div role="search" className="mt-8 max-w-144 noscript:hidden">
      <SearchField
        ref={input}
        id="search"
        label={t('label')}
        count={found === null ? t('total', { total }) : t('found', { found, total })}
        announced={announced}
        onInput={searchSoon}
        onClear={clear}
      />
      {found === 0 && (
        <div className="mt-8">
          <SilenceDrawing />
          <p className="text-lg">{t('none')}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Button href={paths.contact}>{t('ask')}</Button>
            <Button
              variant="alt"
              onClick={() => {
                clear()
                input.current?.focus()
              }}
            >
              {t('showAll')}
            </Button>
          </p>
        </div>
      )}
    </div>
  )
}
