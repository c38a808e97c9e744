import { type RefObject, useEffect, useRef } from 'react'
import { focusTarget } from '@/components/ui/retry'
import { Button } from '@/components/ui/button'
import { Day } from '@/components/ui/day'
import { SilenceDrawing } from '@/components/ui/search-field'
import { blogTags, paths, tagWords } from '@/lib/site'
import type { SearchHit, Piece } from './search-engine'

/**
 * After a button that is gone, focuses the first new result, or else the message.
 * @returns call it when the button is pressed
 */
export function useFocusOnNewResult(box: RefObject<HTMLElement | null>, loading: boolean) {
  const links = () => box.current?.querySelectorAll<HTMLElement>('h2 a') ?? []
  const pending = useRef<{ before: number; button: Element | null } | null>(null)
  useEffect(() => {
    if (!pending.current || loading) return
    const { before, button } = pending.current
    pending.current = null
    const isFocusLost = document.activeElement === document.body
    // The user has moved on.
    if (!isFocusLost && document.activeElement !== button) return
    const target = links()[before] ?? box.current?.querySelector<HTMLElement>('[data-focus-target]')
    target?.focus()
  })
  return () => {
    pending.current = { before: links().length, button: document.activeElement }
  }
}

function Pieces({ of }: { of: Piece[] }) {
  return of.map(({ text, found }, place) =>
    found ? (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className="bg-tint text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

export function SearchResults({ found, onFollow }: { found: readonly SearchHit[]; onFollow: () => void }) {
  return (
    <ul data-ahead="intent">
      {found.map(({ slug, title, excerpt, tag, written, minutes, lang }) => (
        <li key={slug} className="group post-row">
          <div>
            <h2>
              <a href={paths.post(slug)} onClick={onFollow} className="post-title">
                <bdi lang={lang}>
                  <Pieces of={title} />
                </bdi>
              </a>
            </h2>
            <p>
              <bdi lang={lang}>
                <Pieces of={excerpt} />
              </bdi>
            </p>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              <Day iso={written} />
              {minutes !== null && <span>{minutes} min read</span>}
              {tag && <span>{tagWords(tag)}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function NothingFound({ common, onClear }: { common: boolean; onClear: () => void }) {
  return (
    <div className="border-t border-hair py-10">
      <SilenceDrawing />
      <p {...focusTarget} className="max-w-144 text-lg">
        {common
          ? 'These words are in every post. Add one that says what you’re looking for.'
          : 'No post has these words. Try different ones, browse by tag, or ask us.'}
      </p>
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button href={paths.contact}>Ask us in writing</Button>
        <Button variant="alt" onClick={onClear}>
          Show all posts
        </Button>
        <a href={`${paths.faq}#search`} className="link tap text-md font-semibold">
          Search the questions
        </a>
      </p>
      <ul aria-label="Tags" className="mt-6 flex flex-wrap gap-x-6">
        {blogTags.map((tag) => (
          <li key={tag}>
            <a href={paths.tag(tag)} className="link tap text-md">
              {tagWords(tag)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
