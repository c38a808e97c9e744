'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { Marks, Waterline } from '@/components/ui/drawing'
import { Field } from '@/components/ui/field'
import { directionOf, isolate } from '@/lib/locales'
import { useStoredText, writeStoredText } from './device-storage'
import { pictureOf } from './picture'
import {
  describedSentence,
  drawnSentence,
  fromFragment,
  listOf,
  sentenceLength,
  toFragment,
  toggled,
  wordMarks,
  parseWords,
  type Word,
  type WordMark,
} from './sentence'
import { disabledFor, StorageButtons } from './storage-buttons'
import { useOffline } from './use-offline'

const keys: Record<string, WordMark> = { r: 'repeat', s: 'stretch', b: 'block', p: 'pause' }

/** The letter of a pressed key; on a keyboard without Latin letters, the one at its place. */
const letterOf = ({ key, code }: KeyboardEvent) => (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase()

const onFragment = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
const fragmentNow = () => location.hash

/** The marked words. Typed text wins over a link, and a link over stored text. */
function useSentence() {
  const t = useTranslations('sentence')
  const stored = useStoredText('score')
  const fragment = useSyncExternalStore(onFragment, fragmentNow, () => '')
  const [typed, setTyped] = useState<{ text: string; start: string; words: readonly Word[] } | null>(null)
  const [chosen, setChosen] = useState(0)
  const words = typed?.words ?? fromFragment(fragment) ?? fromFragment(stored ?? '') ?? parseWords(t('example'))
  const text = typed?.text ?? words.map((one) => one.text).join(' ')
  const start = typed?.start ?? text
  const current = Math.min(chosen, words.length - 1)
  return {
    /** The text before any typing. */
    start,
    words,
    current,
    choose: setChosen,
    isStored: stored !== null,
    isSaved: toFragment(words) === stored,
    type: (next: string) => setTyped({ text: next, start, words: parseWords(next, words) }),
    toggle: (mark: WordMark) => setTyped({ text, start, words: toggled(words, current, mark) }),
    /** @returns false without storage */
    store(on: boolean): boolean {
      // It stays on the page.
      setTyped({ text, start, words })
      return writeStoredText('score', on ? toFragment(words) : null)
    },
  }
}
type Sentence = ReturnType<typeof useSentence>

function WordButtons({ sentence: { words, current, choose, toggle } }: { sentence: Sentence }) {
  const t = useTranslations('toolScore')
  const locale = useLocale()
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const help = useId()
  const word = words[current]
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const mark = keys[letterOf(event)]
    const right = directionOf(locale) === 'rtl' ? -1 : 1
    const step = { ArrowRight: right, ArrowLeft: -right }[event.key]
    if (mark) toggle(mark)
    else if (step) {
      const next = Math.min(words.length - 1, Math.max(0, current + step))
      choose(next)
      buttons.current[next]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div role="toolbar" aria-label={t('wordsName')} aria-describedby={help} className="mt-6 flex flex-wrap gap-2">
        {[...words.entries()].map(([index, { text: own, marks: on }]) => (
          <button
            key={`${index} ${own}`}
            ref={(element) => void (buttons.current[index] = element)}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-pressed={index === current}
            dir="auto"
            className={`min-h-11 min-w-11 cursor-pointer rounded border-2 px-3 ${index === current ? 'border-primary bg-surface font-semibold' : 'border-hair'}`}
            onKeyDown={onKey}
            onClick={() => choose(index)}
          >
            {on.length === 0
              ? own
              : t.rich('wordWithMarks', {
                  word: own,
                  marks: listOf(
                    on.map((mark) => t(`marked.${mark}`)),
                    locale,
                  ),
                  detail: (words) => <span className="sr-only">{words}</span>,
                })}
            {on.length > 0 && (
              <span aria-hidden="true" className="ms-1 text-primary">
                •
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="group"
        aria-label={t('marksFor', { word: isolate(word?.text ?? '', locale) })}
        className="mt-4 flex flex-wrap gap-2"
      >
        {wordMarks.map((mark) => (
          <Button
            key={mark}
            variant={word?.marks.includes(mark) ? 'primary' : 'alt'}
            aria-pressed={word?.marks.includes(mark)}
            onClick={() => toggle(mark)}
          >
            {t(`marks.${mark}`)}
          </Button>
        ))}
      </div>
      <p id={help} className="mt-2 text-sm text-muted">
        {t('help')}
      </p>
    </>
  )
}

function ScoreDrawing({ words, svg }: { words: readonly Word[]; svg: RefObject<SVGSVGElement | null> }) {
  const { marks, lines, width: natural, height } = drawnSentence(words)
  const width = Math.max(natural, 320)
  const description = describedSentence(words, useTranslations('sentence'), useLocale())
  return (
    <figure className="mt-8">
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={description}
        width={width}
        height={height}
        className="h-auto max-w-full rtl:-scale-x-100"
      >
        <Marks marks={marks} />
        {lines.map((line) => (
          <Waterline key={line} y={line} end={width} />
        ))}
      </svg>
      <figcaption className="mt-4 max-w-measure text-sm text-muted" dir="auto">
        {description}
      </figcaption>
    </figure>
  )
}

/** Draws a typed sentence as a score. Nothing is sent; links contain the sentence in their fragment. */
export function ScoreTool() {
  useOffline()
  const t = useTranslations('toolScore')
  const locale = useLocale()
  const sentence = useSentence()
  const [status, setStatus] = useState({ text: '', fragment: '' })
  const svg = useRef<SVGSVGElement>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)
  const { words } = sentence
  const reasonId = useId()
  const emptyReason = words.length === 0 ? reasonId : undefined
  const fragment = toFragment(words)
  /** Shown until the sentence changes. */
  const report = (message: string) => setStatus({ text: message, fragment })

  async function savePicture() {
    if (!svg.current || emptyReason) return
    try {
      downloadFile('my-sentence.png', await pictureOf(svg.current))
      report(t('saved', { file: isolate('my-sentence.png', locale) }))
    } catch {
      report(t('pictureFailed'))
    }
  }
  async function copyLink() {
    if (emptyReason) return
    const link = `${location.origin}${location.pathname}#${fragment}`
    try {
      await navigator.clipboard.writeText(link)
      report(t('linkCopied'))
    } catch {
      history.replaceState(null, '', `#${fragment}`)
      report(t('linkInAddressBar'))
    }
  }
  return (
    <div>
      <Field
        label={t('label')}
        hint={t('hint', { count: sentenceLength })}
        // Browsers do not restore a controlled field on Back.
        defaultValue={sentence.start}
        maxLength={sentenceLength}
        onChange={({ target }) => sentence.type(target.value)}
      />
      {words.length > 0 && <WordButtons sentence={sentence} />}
      <ScoreDrawing words={words} svg={svg} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="alt" {...disabledFor(emptyReason)} onClick={() => void savePicture()}>
          {t('savePicture')}
        </Button>
        <Button variant="alt" {...disabledFor(emptyReason)} onClick={() => void copyLink()}>
          {t('copyLink')}
        </Button>
        <StorageButtons {...sentence} emptyReason={emptyReason} onStatus={report} statusLine={statusLine} />
      </div>
      {emptyReason && (
        <p id={emptyReason} className="mt-3 text-sm">
          {t('empty')}
        </p>
      )}
      <p ref={statusLine} role="status" tabIndex={-1} className="mt-3 min-h-lh text-sm text-muted">
        {status.fragment === fragment && status.text}
      </p>
    </div>
  )
}
