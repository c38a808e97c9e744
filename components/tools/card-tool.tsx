'use client'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { fieldClass } from '@/components/ui/field-frame'
import { TextArea } from '@/components/ui/text-area'
import {
  cardLetters,
  cardSituations,
  cardTones,
  type CardLetter,
  type Cards,
  type CardSituation,
  type CardTone,
} from '@/lib/contract/cards'
import { useKept, writeKept } from './kept'
import { cardCanvas, pdfOfCanvas, pngOf, saveFile } from './picture'

/** Paper sizes in millimetres. */
const papers = {
  wallet: { name: 'Wallet card (85 × 54 mm)', width: 85, height: 54 },
  a6: { name: 'A6', width: 148, height: 105 },
  a4: { name: 'A4', width: 210, height: 297 },
} as const
type Paper = keyof typeof papers

type Choice = { kind: CardSituation | CardLetter; tone: CardTone; code: string }
const first: Choice = { kind: 'border', tone: 'plain', code: 'en' }
const isLetter = (kind: string): kind is CardLetter => kind in cardLetters
const nameOf = ({ kind, tone, code }: Choice) => (isLetter(kind) ? kind : `${kind} ${tone} ${code}`)

type Kept = Choice & { text: string }
function parseKept(stored: string | null): Kept | null {
  try {
    const { kind, tone, code, text } = JSON.parse(stored ?? 'null') as Record<string, unknown>
    const isKnown = typeof kind === 'string' && (isLetter(kind) || kind in cardSituations)
    if (!isKnown || typeof tone !== 'string' || !(tone in cardTones)) return null
    if (typeof code !== 'string' || typeof text !== 'string') return null
    return { kind: kind as Choice['kind'], tone: tone as CardTone, code, text }
  } catch {
    return null
  }
}

const never = () => () => undefined
const sharing = () => typeof navigator.share === 'function'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string, string?])[]
  choose: (value: Value) => void
}

function Select<Value extends string>({ label, value, options, choose }: SelectProps<Value>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block pb-1 text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        className={fieldClass(undefined)}
        onChange={({ target }) => choose(target.value as Value)}
      >
        {options.map(([key, name, lang]) => (
          <option key={key} value={key} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Cards and letters about stuttering, to edit, show, print, save and share. Nothing typed leaves the browser. */
export function CardTool({ cards }: { cards: Cards }) {
  const stored = useKept('card')
  const kept = parseKept(stored)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [paper, setPaper] = useState<Paper>('wallet')
  const [printing, setPrinting] = useState(false)
  const [status, setStatus] = useState('')
  const canShare = useSyncExternalStore(never, sharing, () => false)
  const screen = useRef<HTMLDialogElement>(null)

  const choice = chosen ?? kept ?? first
  const { kind, tone } = choice
  const letter = isLetter(kind)
  const [english] = cards.languages
  const language = (letter ? english : cards.languages.find(({ code }) => code === choice.code)) ?? english!
  const fixed = letter ? cards.letters[kind] : language.cards[kind][tone]
  const ownWords = kept && nameOf(kept) === nameOf(choice) ? kept.text : undefined
  const text = edits[nameOf(choice)] ?? ownWords ?? fixed
  const { code: lang, dir } = language
  const sheet = letter ? 'a4' : paper

  const print = () => {
    // The sheet has to be on the page before the dialog opens.
    flushSync(() => setPrinting(true))
    document.documentElement.dataset.printing = sheet
    // Some browsers return from `print` before they have read the page.
    const restore = () => {
      delete document.documentElement.dataset.printing
      setPrinting(false)
    }
    addEventListener('afterprint', restore, { once: true })
    window.print()
  }
  const change = (part: Partial<Choice>) => {
    setChosen({ kind, tone, code: choice.code, ...part })
    setStatus('')
  }
  const canvas = () => {
    const { width, height } = papers[sheet]
    return cardCanvas({ text, lang, dir }, 1200, Math.round((1200 * height) / width))
  }
  const attempt = async (act: () => Promise<string> | string, otherwise: string) => {
    try {
      setStatus(await act())
    } catch {
      setStatus(otherwise)
    }
  }
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(text)
      return 'Copied.'
    }, 'Your browser did not allow copying. Select the words in the field and copy them.')
  const savePicture = () =>
    attempt(async () => {
      saveFile('my-card.png', await pngOf(canvas()))
      return 'Saved as my-card.png.'
    }, 'Your browser could not make the picture.')
  const savePdf = () =>
    attempt(async () => {
      const { width, height } = papers[sheet]
      const points = [width, height].map((mm) => Math.round((mm * 72) / 25.4)) as [number, number]
      saveFile('my-card.pdf', await pdfOfCanvas(canvas(), points))
      return 'Saved as my-card.pdf. It is a picture; for a PDF with text, press Print and choose your PDF printer.'
    }, 'Your browser could not make the file.')
  const share = () => attempt(() => navigator.share({ text }).then(() => ''), '')
  const keep = (on: boolean) => {
    const own: Kept = { kind, tone, code: choice.code, text }
    if (!writeKept('card', on ? JSON.stringify(own) : null)) return setStatus('This browser does not store anything.')
    // Removing it from the device keeps it on the page.
    setChosen(choice)
    setEdits({ ...edits, [nameOf(choice)]: text })
    setStatus(on ? 'Kept on this device.' : 'Removed from this device.')
  }

  const kinds = [...Object.entries(cardSituations), ...Object.entries(cardLetters)] as [Choice['kind'], string][]
  return (
    <div className="max-w-184">
      <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
        <Select label="Situation" value={kind} options={kinds} choose={(value) => change({ kind: value })} />
        {!letter && (
          <>
            <Select
              label="Tone"
              value={tone}
              options={Object.entries(cardTones) as [CardTone, string][]}
              choose={(value) => change({ tone: value })}
            />
            <Select
              label="Language"
              value={lang}
              options={cards.languages.map(({ code, name }) => [code, name, code] as const)}
              choose={(value) => change({ code: value })}
            />
          </>
        )}
      </div>
      <TextArea
        label="Your words"
        hint="Change anything you like."
        lang={lang}
        dir={dir}
        value={text}
        maxLength={2000}
        className="mt-6"
        onChange={({ target }) => setEdits({ ...edits, [nameOf(choice)]: target.value })}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => screen.current?.showModal()}>Show full screen</Button>
        <Button variant="alt" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="alt" onClick={print}>
          Print
        </Button>
        <Button variant="alt" onClick={() => void savePicture()}>
          Save picture
        </Button>
        <Button variant="alt" onClick={() => void savePdf()}>
          Save PDF
        </Button>
        {canShare && (
          <Button variant="alt" onClick={() => void share()}>
            Share
          </Button>
        )}
        <Button variant="alt" onClick={() => keep(!kept)}>
          {kept ? 'Remove from this device' : 'Keep on this device'}
        </Button>
        {text !== fixed && (
          <Button variant="alt" onClick={() => setEdits({ ...edits, [nameOf(choice)]: fixed })}>
            Use our words again
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 min-h-lh text-sm text-muted">
        {status}
      </p>
      {!letter && (
        <div className="mt-2 max-w-88">
          <Select
            label="Size for print, picture and PDF"
            value={paper}
            options={Object.entries(papers).map(([key, { name }]) => [key as Paper, name] as const)}
            choose={setPaper}
          />
        </div>
      )}
      <dialog
        ref={screen}
        aria-label="Your card"
        className="m-0 h-dvh max-h-none w-dvw max-w-none bg-white p-0 text-black"
      >
        <div className="flex min-h-full flex-col p-6">
          <form method="dialog" className="flex justify-end">
            <button type="submit" className="min-h-11 cursor-pointer rounded border-2 border-black px-4 font-semibold">
              Close
            </button>
          </form>
          <p
            lang={lang}
            dir={dir}
            className={`m-auto font-semibold whitespace-pre-line ${letter ? 'text-xl' : 'text-[clamp(1.75rem,8.5vmin,6rem)] leading-tight'}`}
          >
            {text}
          </p>
        </div>
      </dialog>
      {printing &&
        createPortal(
          <div className="print-card" data-paper={sheet} lang={lang} dir={dir}>
            {text}
          </div>,
          document.body,
        )}
    </div>
  )
}
