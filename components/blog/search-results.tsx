import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useRef } from 'react'
import { focusTarget } from '@/components/ui/retry'
import { Button, Link } from '@/components/ui/button'
import { Day } from '@/components/ui/day'
import { SilenceDrawing } from '@/components/ui/search-field'
import { blogTags, paths } from '@/lib/site'
import { usePostLanguage, useTagName } from './post-language'
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

function SearchResult({ hit, onFollow }: { hit: SearchHit; onFollow: () => void }) {
  const t = useTranslations('blogPost')
  const tagName = useTagName()
  const { href, hrefLang, lang, name } = usePostLanguage(hit)
  const { title, excerpt, tag, written, minutes } = hit
  return (
    <li className="group post-row">
      <div>
        <h2>
          <a href={href} hrefLang={hrefLang} onClick={onFollow} className="post-title">
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
          {minutes !== null && <span>{t('minutes', { minutes })}</span>}
          {tag && <span>{tagName(tag)}</span>}
          {name && <span>{name}</span>}
        </p>
      </div>
    </li>
  )
}

export const SearchResults = ({ found, onFollow }: { found: readonly SearchHit[]; onFollow: () => void }) => (
  <ul data-ahead="intent">
    {found.map((hit) => (
      <SearchResult key={hit.slug} hit={hit} onFollow={onFollow} />
    ))}
  </ul>
)

export function NothingFound({ common, onClear }: { common: boolean; onClear: () => void }) {
  const t = useTranslations('blogSearch')
  const tagName = useTagName()
  return (
    <div className="border-t border-hair py-10">
      <SilenceDrawing />
      <p {...focusTarget} className="max-w-144 text-lg">
        {t(common ? 'common' : 'none')}
      </p>
      <p className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button href={paths.contact}>{t('ask')}</Button>
        <Button variant="alt" onClick={onClear}>
          {t('showAll')}
        </Button>
        <Link href={`${paths.faq}#search`} className="link tap text-md font-semibold">
          {t('questions')}
        </Link>
      </p>
      <ul aria-label={t('tags')} className="mt-6 flex flex-wrap gap-x-6">
        {blogTags.map((tag) => (
          <li key={tag}>
            <Link href={paths.tag(tag)} className="link tap text-md">
              {tagName(tag)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
