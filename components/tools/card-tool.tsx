'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { downloadFile } from '@/components/ui/download-file'
import { fieldClass, FieldFrame, TextArea } from '@/components/ui/field'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import {
  cardLetters,
  cardSituations,
  cardTones,
  type CardLetter,
  type Cards,
  type CardSituation,
  type CardTone,
} from '@/lib/contract/cards'
import { isolate, localeOfTag, type Locale } from '@/lib/locales'
import { useStoredText, writeStoredText } from './device-storage'
import { cardCanvas, pdfOfCanvas, pngOf } from './picture'
import { StorageButtons } from './storage-buttons'
import { useOffline } from './use-offline'

/** Paper sizes in millimetres. */
const papers = {
  wallet: { width: 85, height: 54 },
  a6: { width: 148, height: 105 },
  a4: { width: 210, height: 297 },
} as const
type Paper = keyof typeof papers

type Choice = { kind: CardSituation | CardLetter; tone: CardTone; code: string }

/** In the page's language, if there are cards in it. */
function defaultChoice({ languages }: Cards, locale: Locale): Choice {
  const code = languages.find((language) => localeOfTag(language.code) === locale)?.code ?? 'en'
  return { kind: 'border', tone: 'plain', code }
}

const includes = <Name extends string>(names: readonly Name[], value: unknown): value is Name =>
  (names as readonly unknown[]).includes(value)
const isLetter = (kind: unknown): kind is CardLetter => includes(cardLetters, kind)
const nameOf = ({ kind, tone, code }: Choice) => (isLetter(kind) ? `${kind} ${code}` : `${kind} ${tone} ${code}`)

type StoredCard = Choice & { text: string }
function parseStoredCard(stored: string | null): StoredCard | null {
  try {
    const { kind, tone, code, text } = JSON.parse(stored ?? 'null') as Record<string, unknown>
    if (!(isLetter(kind) || includes(cardSituations, kind)) || !includes(cardTones, tone)) return null
    return typeof code === 'string' && typeof text === 'string' ? { kind, tone, code, text } : null
  } catch {
    return null
  }
}

type SelectProps<Value extends string> = {
  label: string
  value: Value
  options: readonly (readonly [Value, string, string?])[]
  onChoose: (value: Value) => void
}

function Select<Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <select id={id} value={value} className={fieldClass()} onChange={({ target }) => onChoose(target.value as Value)}>
        {options.map(([key, name, lang]) => (
          <option key={key} value={key} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

function useCard(cards: Cards) {
  const locale = useLocale()
  const stored = parseStoredCard(useStoredText('card'))
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const choice = chosen ?? stored ?? defaultChoice(cards, locale)
  const { kind, tone, code } = choice
  const name = nameOf(choice)
  const letter = isLetter(kind)
  const languages = cards.languages.filter(({ letters }) => !letter || letters)
  const language = languages.find((each) => each.code === code) ?? languages[0]!
  const originalText = letter ? language.letters![kind] : language.cards[kind][tone]
  const storedText = stored && nameOf(stored) === name ? stored.text : undefined
  const text = edits[name] ?? storedText ?? originalText
  const edit = (words: string) => setEdits({ ...edits, [name]: words })
  return {
    kind,
    tone,
    letter,
    languages,
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

function useCardActions({ text, lang, dir }: Card, sheet: Paper, onStatus: (status: string) => void) {
  const t = useTranslations('toolCards')
  const locale = useLocale()
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
        return t('copied')
      }, t('copyFailed')),
    savePicture: () =>
      attempt(async () => {
        downloadFile('my-card.png', await pngOf(canvas()))
        return t('pictureSaved', { file: isolate('my-card.png', locale) })
      }, t('pictureFailed')),
    savePdf: () =>
      attempt(async () => {
        const points = [width, height].map((mm) => Math.round((mm * 72) / 25.4)) as [number, number]
        downloadFile('my-card.pdf', await pdfOfCanvas(canvas(), points))
        return t('pdfSaved', { file: isolate('my-card.pdf', locale) })
      }, t('pdfFailed')),
    share: () => attempt(() => navigator.share({ text }).then(() => ''), ''),
  }
}

function CardChoice({ card, onChange }: { card: Card; onChange: Card['change'] }) {
  const t = useTranslations('toolCards')
  const names = useTranslations('cards')
  const situations = cardSituations.map((kind) => [kind, names(`situation.${kind}`)] as const)
  const letters = cardLetters.map((kind) => [kind, names(`letter.${kind}`)] as const)
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
      <Select<Choice['kind']>
        label={t('situation')}
        value={card.kind}
        options={[...situations, ...letters]}
        onChoose={(value) => onChange({ kind: value })}
      />
      {!card.letter && (
        <Select
          label={t('tone')}
          value={card.tone}
          options={cardTones.map((tone) => [tone, names(`tone.${tone}`)] as const)}
          onChoose={(value) => onChange({ tone: value })}
        />
      )}
      <Select
        label={t('language')}
        value={card.lang}
        options={card.languages.map(({ code, name }) => [code, name, code] as const)}
        onChoose={(value) => onChange({ code: value })}
      />
    </div>
  )
}

type CardButtonsProps = {
  card: Card
  actions: ReturnType<typeof useCardActions>
  onShow: () => void
  onPrint: () => void
  onReset: () => void
  children: ReactNode
}

function CardButtons({ card, actions, onShow, onPrint, onReset, children }: CardButtonsProps) {
  const t = useTranslations('toolCards')
  const canShare = useBrowserValue(() => typeof navigator.share === 'function', false)
  const { copy, savePicture, savePdf, share } = actions
  const ways = [
    [t('copy'), copy],
    [t('print'), onPrint],
    [t('savePicture'), savePicture],
    [t('savePdf'), savePdf],
    ...(canShare ? [[t('share'), share] as const] : []),
  ] as const
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      <Button onClick={onShow}>{t('showFullScreen')}</Button>
      {ways.map(([name, act]) => (
        <Button key={name} variant="alt" onClick={() => void act()}>
          {name}
        </Button>
      ))}
      {children}
      {card.isEdited && (
        <Button variant="alt" onClick={onReset}>
          {t('ourWords')}
        </Button>
      )}
    </div>
  )
}

type CardScreenProps = { card: Card; screen: RefObject<HTMLDialogElement | null> }

function CardScreen({ card: { text, lang, dir, letter }, screen }: CardScreenProps) {
  const t = useTranslations('toolCards')
  return (
    <dialog
      ref={screen}
      aria-label={t('cardName')}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-white p-0 text-black"
    >
      <div className="flex min-h-full flex-col p-6">
        <form method="dialog" className="flex justify-end">
          <button type="submit" className="min-h-11 cursor-pointer rounded border-2 border-black px-4 font-semibold">
            {t('close')}
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
  const t = useTranslations('toolCards')
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
      <CardChoice card={card} onChange={change} />
      <TextArea
        ref={field}
        label={t('words.label')}
        hint={t('words.hint')}
        lang={lang}
        dir={dir}
        value={text}
        maxLength={2000}
        className="mt-6"
        onChange={({ target }) => card.edit(target.value)}
      />
      <CardButtons
        card={card}
        actions={useCardActions(card, sheet, setStatus)}
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
            label={t('size')}
            value={paper}
            options={[
              ['wallet', t('papers.wallet')],
              ['a6', 'A6'],
              ['a4', 'A4'],
            ]}
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
