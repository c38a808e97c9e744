import { useTranslations } from 'next-intl'
import type { ComponentProps, KeyboardEvent } from 'react'
import { pauseMark } from '@/lib/score'
import { Drawing } from './drawing'
import { Field } from './field'

type SearchFieldProps = Pick<ComponentProps<'input'>, 'ref' | 'maxLength' | 'className' | 'onFocus' | 'onInput'> & {
  id: string
  label: string
  /** The visible result count. */
  count: string
  /** For screen readers, after a pause in typing. */
  announced: string
  onClear: () => void
}

/** A search box with its result count. Text typed before the scripts have loaded counts as a search. */
export function SearchField({ count, announced, onClear, ...native }: SearchFieldProps) {
  const t = useTranslations('searchField')
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onClear()
  }
  return (
    <>
      <Field
        {...native}
        type="search"
        hint={t('privacy')}
        autoComplete="off"
        enterKeyHint="search"
        // `:placeholder-shown` tells whether the box is empty (`awaited` in `tailwind.config.ts`).
        placeholder=" "
        onKeyDown={clearOnEscape}
      />
      <p className="mt-2 min-h-6 text-sm text-muted" aria-hidden>
        <span className="awaited:hidden">{count}</span>
        <span className="hidden awaited:inline">{t('searching')}</span>
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

const silence = [pauseMark(0, 14, 260, 260 * 9, 'pause')]

/** Shown when nothing was found. */
export const SilenceDrawing = () => <Drawing width={260} height={28} marks={silence} line={14} className="mb-6 w-65" />
