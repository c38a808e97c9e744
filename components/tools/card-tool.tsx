'use client'
import { type ReactNode, type RefObject, useId, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { fieldClass, TextArea } from '@/components/ui/field'
import { subscribeToNothing } from '@/components/ui/subscribe-to-nothing'
import {
  cardLetters,
  cardSituations,
  cardTones,
  type CardLetter,
  type Cards,
  type CardSituation,
  type CardTone,
} from '@/lib/contract/cards'
import { useStoredText, writeStoredText } from './device-storage'
import { cardCanvas, pdfOfCanvas, pngOf } from './picture'
import { StorageButtons } from './storage-buttons'
import { useOffline } from './use-offline'

/** Paper sizes in millimetres. */
const papers = {
  wallet: { name: 'Wallet card (85 × 54 mm)', width: 85, height: 54 },
  a6: { name: 'A6', width: 148, height: 105 },
  a4: { name: 'A4', width: 210, height: 297 },
} as const
type Paper = keyof typeof papers

type Choice = { kind: CardSituation | CardLetter; tone: CardTone; code: string }
const defaultChoice: Choice = { kind: 'border', tone: 'plain', code: 'en' }
const isLetter = (kind: string): kind is CardLetter => kind in cardLetters
const nameOf = ({ kind, tone, code }: Choice) => (isLetter(kind) ? kind : `${kind} ${tone} ${code}`)

type StoredCard = Choice & { text: string }
function parseStoredCard(stored: string | null): StoredCard | null {
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

const canShareText = () => typeof navigator.share === 'function'

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string, string?])[]
  onChoose: (value: Value) => void
}

function Select<Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) {
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
        onChange={({ target }) => onChoose(target.value as Value)}
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

/** The chosen card, its text, and the stored copy. */
function useCard(cards: Cards) {
  const stored = parseStoredCard(useStoredText('card'))
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const choice = chosen ?? stored ?? defaultChoice
  const { kind, tone, code } = choice
  const name = nameOf(choice)
  const letter = isLetter(kind)
  const [english] = cards.languages
  const language = (letter ? english : cards.languages.find((each) => each.code === code)) ?? english!
  const originalText = letter ? cards.letters[kind] : language.cards[kind][tone]
  const storedText = stored && nameOf(stored) === name ? stored.text : undefined
  const text = edits[name] ?? storedText ?? originalText
  const edit = (words: string) => setEdits({ ...edits, [name]: words })
  return {
    kind,
    tone,
    letter,
    text,
    isStored: stored !== null,
    isSaved: text === storedText,
    isEdited: text !== originalText,
    lang: language.code,
    dir: language.dir,
    edit,
    reset: () => edit(originalText),
    change: (part: Partial<Choice>) => setChosen({ ...choice, ...part }),
    /** @returns false without storage */
    store(on: boolean): boolean {
      const card: StoredCard = { kind, tone, code, text }
      if (!writeStoredText('card', on ? JSON.stringify(card) : null)) return false
      // It stays on the page.
      setChosen(choice)
      edit(text)
      return true
    },
  }
}
type Card = ReturnType<typeof useCard>

/** Opens the print dialog for the sheet alone. */
function usePrint(sheet: Paper) {
  const [printing, setPrinting] = useState(false)
  const print = () => {
    // The sheet must be rendered first.
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
  return { printing, print }
}

/** Ways to copy, save or share a card. */
function cardActions({ text, lang, dir }: Card, sheet: Paper, onStatus: (status: string) => void) {
  const { width, height } = papers[sheet]
  const canvas = () => cardCanvas({ text, lang, dir }, 1200, Math.round((1200 * height) / width))
  const attempt = async (act: () => Promise<string>, failureMessage: string) => {
    try {
      onStatus(await act())
    } catch {
      onStatus(failureMessage)
    }
  }
  return {
    copy: () =>
      attempt(async () => {
        await navigator.clipboard.writeText(text)
        return 'Copied.'
      }, 'Your browser didn’t allow copying. Select the words in the field and copy them.'),
    savePicture: () =>
      attempt(async () => {
        downloadFile('my-card.png', await pngOf(canvas()))
        return 'Saved as my-card.png.'
      }, 'Your browser couldn’t make the picture.'),
    savePdf: () =>
      attempt(async () => {
        const points = [width, height].map((mm) => Math.round((mm * 72) / 25.4)) as [number, number]
        downloadFile('my-card.pdf', await pdfOfCanvas(canvas(), points))
        return 'Saved as my-card.pdf. It’s a picture. For a PDF with text, press Print and choose your PDF printer.'
      }, 'Your browser couldn’t make the file.'),
    share: () => attempt(() => navigator.share({ text }).then(() => ''), ''),
  }
}

function CardChoice({ card, cards, onChange }: { card: Card; cards: Cards; onChange: Card['change'] }) {
  const kinds = [...Object.entries(cardSituations), ...Object.entries(cardLetters)] as [Choice['kind'], string][]
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
      <Select label="Situation" value={card.kind} options={kinds} onChoose={(value) => onChange({ kind: value })} />
      {!card.letter && (
        <>
          <Select
            label="Tone"
            value={card.tone}
            options={Object.entries(cardTones) as [CardTone, string][]}
            onChoose={(value) => onChange({ tone: value })}
          />
          <Select
            label="Language"
            value={card.lang}
            options={cards.languages.map(({ code, name }) => [code, name, code] as const)}
            onChoose={(value) => onChange({ code: value })}
          />
        </>
      )}
    </div>
  )
}

type CardButtonsProps = {
  card: Card
  actions: ReturnType<typeof cardActions>
  onShow: () => void
  onPrint: () => void
  onReset: () => void
  children: ReactNode
}

function CardButtons({ card, actions, onShow, onPrint, onReset, children }: CardButtonsProps) {
  const canShare = useSyncExternalStore(subscribeToNothing, canShareText, () => false)
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Button onClick={onShow}>Show full screen</Button>
      <Button variant="alt" onClick={() => void actions.copy()}>
        Copy
      </Button>
      <Button variant="alt" onClick={onPrint}>
        Print
      </Button>
      <Button variant="alt" onClick={() => void actions.savePicture()}>
        Save picture
      </Button>
      <Button variant="alt" onClick={() => void actions.savePdf()}>
        Save PDF
      </Button>
      {canShare && (
        <Button variant="alt" onClick={() => void actions.share()}>
          Share
        </Button>
      )}
      {children}
      {card.isEdited && (
        <Button variant="alt" onClick={onReset}>
          Use our words again
        </Button>
      )}
    </div>
  )
}

type CardScreenProps = { card: Card; screen: RefObject<HTMLDialogElement | null> }

function CardScreen({ card: { text, lang, dir, letter }, screen }: CardScreenProps) {
  return (
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
  )
}

/** Cards and letters about stuttering, to edit, show, print, save and share. Typed text never leaves the browser. */
export function CardTool({ cards }: { cards: Cards }) {
  useOffline()
  const card = useCard(cards)
  const [paper, setPaper] = useState<Paper>('wallet')
  const [status, setStatus] = useState('')
  const screen = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const statusLine = useRef<HTMLParagraphElement>(null)
  const { letter, text, lang, dir } = card
  const sheet = letter ? 'a4' : paper
  const { printing, print } = usePrint(sheet)
  const change = (part: Partial<Choice>) => {
    card.change(part)
    setStatus('')
  }
  const reset = () => {
    card.reset()
    // The button disappears.
    field.current?.focus()
  }
  return (
    <div className="max-w-184">
      <CardChoice card={card} cards={cards} onChange={change} />
      <TextArea
        ref={field}
        label="Your words"
        hint="Change anything you like."
        lang={lang}
        dir={dir}
        value={text}
        maxLength={2000}
        className="mt-6"
        onChange={({ target }) => card.edit(target.value)}
      />
      <CardButtons
        card={card}
        actions={cardActions(card, sheet, setStatus)}
        onShow={() => screen.current?.open || screen.current?.showModal()}
        onPrint={print}
        onReset={reset}
      >
        <StorageButtons {...card} onStatus={setStatus} statusLine={statusLine} />
      </CardButtons>
      <p ref={statusLine} role="status" tabIndex={-1} className="mt-3 min-h-lh text-sm text-muted">
        {status}
      </p>
      {!letter && (
        <div className="mt-2 max-w-88">
          <Select
            label="Size for print, picture and PDF"
            value={paper}
            options={Object.entries(papers).map(([key, { name }]) => [key as Paper, name] as const)}
            onChoose={setPaper}
          />
        </div>
      )}
      <CardScreen card={card} screen={screen} />
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
