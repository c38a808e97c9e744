'use client'

import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useAfterPaint } from '@/components/ui/after-paint'
import { Button } from '@/components/ui/button'
import { Drawing } from '@/components/ui/drawing'
import { Field } from '@/components/ui/field'
import { SearchLine } from '@/components/ui/search-line'
import { rest } from '@/lib/score'
import { paths } from '@/lib/site'
import { copyLink } from './answer-link'
import { matches } from './question-match'

/** A screen reader is told once the typing has paused, not at each letter. */
const pauseMs = 400
const silence = [rest(0, 14, 260, 260 * 9, 'pause')]

const asked = (within: ParentNode) => [...within.querySelectorAll<HTMLDetailsElement>('[data-question]')]

/** What a question says, and the words it is also looked for by: not the words of its link. */
const wordsOf = (question: HTMLElement) =>
  [...question.querySelectorAll('h3, .prose')]
    .map(({ textContent }) => textContent)
    .concat(question.dataset.words ?? '')
    .join(' ')

/**
 * Hides the questions on the page that the query does not find, and groups without any. The page is told while
 * a query stands, so that what is found can move together. Returns how many are left.
 */
function sift(query: string): number {
  let found = 0
  for (const group of document.querySelectorAll<HTMLElement>('[data-questions]')) {
    const left = asked(group).filter((question) => {
      question.hidden = !matches(wordsOf(question), query)
      return !question.hidden
    })
    group.hidden = left.length === 0
    found += left.length
  }
  const main = document.querySelector('main')
  if (query) main?.setAttribute('data-sifted', found > 0 ? 'some' : 'none')
  else main?.removeAttribute('data-sifted')
  return found
}

/** What the address names; nothing where its fragment is no text, such as `#50%`. */
function named(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Opens the question that the address names, also in browsers that do not do it themselves.
 * @param show called first where the search has hidden that question
 */
function openNamed(show?: () => void) {
  const answer = named()
  const question = answer?.closest<HTMLDetailsElement>('[data-question]')
  if (!question) return
  if (question.hidden) show?.()
  question.open = true
  answer?.scrollIntoView()
}

/**
 * Searches the questions that the server has put on the page, as one types; without a script it is not
 * shown. What is typed goes nowhere.
 */
export function QuestionSearch({ total }: { total: number }) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  const search = useCallback(() => {
    const query = input.current?.value.trim() ?? ''
    const left = sift(query)
    setFound(query ? left : null)
  }, [])
  const searchSoon = useAfterPaint(search)
  const clear = useCallback(() => {
    if (input.current) input.current.value = ''
    search()
  }, [search])
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    clear()
  }

  useEffect(() => {
    const open = () => openNamed(clear)
    const copy = (event: MouseEvent) => copyLink(event, setSaid)
    // Something may have been typed before this ran.
    search()
    if (location.hash) openNamed()
    window.addEventListener('hashchange', open)
    document.addEventListener('click', copy)
    return () => {
      window.removeEventListener('hashchange', open)
      document.removeEventListener('click', copy)
    }
  }, [search, clear])

  useEffect(() => {
    const timer = setTimeout(() => setSaid(found === null ? '' : `${found} of ${total} questions`), pauseMs)
    return () => clearTimeout(timer)
  }, [found, total])

  return (
    <div role="search" className="mt-8 max-w-144 noscript:hidden">
      <Field
        ref={input}
        id="search"
        type="search"
        label="Search the questions"
        hint="What you type is not sent to us."
        autoComplete="off"
        enterKeyHint="search"
        // A browser says with it whether the box is empty (`SearchLine`).
        placeholder=" "
        onInput={searchSoon}
        onKeyDown={clearOnEscape}
      />
      <SearchLine>{found === null ? `${total} questions` : `${found} of ${total} questions`}</SearchLine>
      <p role="status" className="sr-only">
        {said}
      </p>
      {found === 0 && (
        <div className="mt-8">
          <Drawing width={260} height={28} marks={silence} line={14} className="mb-6 w-65" />
          <p className="text-lg">Nothing here has these words. It may still be a good question.</p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Button href={paths.contact}>Ask it in writing</Button>
            <Button
              variant="alt"
              onClick={() => {
                clear()
                input.current?.focus()
              }}
            >
              Show all questions
            </Button>
          </p>
        </div>
      )}
    </div>
  )
}
