import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { ReloadButton } from '@/components/session/notices'
import { Button, Link } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { parseUrl } from '@/lib/browser/page-address'
import { isolate } from '@/lib/locales'
import type { Visit } from './address'
import { paths } from '@/lib/site'
import type { LinkNote, Note } from './state'

const choices = [
  { value: 'in', label: 'visit.signIn', hint: 'visit.passwordHint', linkHint: 'visit.linkHint' },
  { value: 'new', label: 'visit.new', hint: 'visit.newPasswordHint', linkHint: 'visit.newLinkHint' },
] as const

type VisitChoiceProps = {
  visit: Visit
  emailLink: boolean
  showsHint: boolean
  /** After a refusal, in place of the usual hint. */
  hint?: string | null
  onChoose: (visit: Visit) => void
}

export function VisitChoice({ visit, emailLink, showsHint, hint, onChoose }: VisitChoiceProps) {
  const t = useTranslations('auth')
  const chosen = choices.find(({ value }) => value === visit)
  const usual = emailLink ? chosen?.linkHint : chosen?.hint
  const text = hint ?? (showsHint && usual ? t(usual) : null)
  return (
    <fieldset aria-describedby={text ? 'visit-hint' : undefined} className="mb-6">
      <legend className="sr-only">{t('visit.legend')}</legend>
      <div className="grid grid-cols-2 gap-x-6">
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-13 cursor-pointer items-center border-b border-border pb-[7px] text-lg text-muted has-checked:border-b-8 has-checked:pb-0 has-checked:border-primary has-checked:font-semibold has-checked:text-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="visit"
              value={value}
              checked={visit === value}
              onChange={() => onChoose(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {t(label)}
          </label>
        ))}
      </div>
      {text && (
        <p id="visit-hint" className="pt-2 text-sm text-muted">
          {text}
        </p>
      )}
    </fieldset>
  )
}

type PageNoteProps = {
  note: Note
  /** Null if it is unknown. */
  provider: string | null
  onOpenPopup: () => void
  onStartAgain: () => void
  /** Missing while a user is shown instead of the form. */
  onNewLink?: () => void
  isSingleWay?: boolean
}

export function PageNote({ note, provider, onOpenPopup, onStartAgain, onNewLink, isSingleWay = false }: PageNoteProps) {
  const t = useTranslations('auth')
  const generic = useTranslations('identity')('generic')
  if (note.kind === 'link') return <LinkNotice note={note} onNewLink={onNewLink} />
  if (note.kind === 'interrupted') {
    return (
      <Notice kind="bad" live="alert" title={note.sentence}>
        <p className="pt-1">{t('note.nothingLost')}</p>
        <Button variant="alt" className="mt-4" onClick={note.onRetry}>
          {t('note.tryAgain')}
        </Button>
      </Notice>
    )
  }
  if (note.kind === 'taken') {
    return (
      <Notice kind="warn" live="alert" title={t('note.takenTitle')}>
        <p className="pt-1">{t('note.taken')}</p>
      </Notice>
    )
  }
  if (note.kind === 'stranded') {
    return <Notice kind="bad" live="alert" title={generic} />
  }
  const isWaiting = note.kind === 'waiting'
  const named = note.provider ? (provider ? 'yes' : 'unknown') : 'other'
  const title = t(isWaiting ? 'note.slowTitle' : 'note.unfinishedTitle', { named, provider: provider ?? '' })
  return (
    <Notice kind="warn" live="alert" title={title}>
      <p className="pt-1">{isWaiting ? t('note.slow') : t('note.unfinished')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {note.provider && <Button onClick={onOpenPopup}>{t('note.popup')}</Button>}
        <Button variant="alt" onClick={onStartAgain}>
          {isSingleWay ? t('note.startAgain') : t('note.otherWays')}
        </Button>
      </div>
    </Notice>
  )
}

const newLink = { label: 'link.getNew', href: undefined } as const
const toProfile = { label: 'link.toProfile', href: paths.profile } as const
const toHelp = { label: 'link.askHelp', href: paths.contact } as const

/** `used` fits whether a used link has had its effect or not. */
const linkWords = {
  recoverEmail: { used: 'link.recoverEmail', hint: null, way: toHelp },
  resetPassword: { used: 'link.resetPassword', hint: 'link.resetPasswordHint', way: newLink },
  revertSecondFactorAddition: { used: 'link.revertSecondFactor', hint: null, way: toHelp },
  signIn: { used: 'link.signIn', hint: 'link.signInHint', way: newLink },
  unknown: { used: 'link.unknown', hint: null, way: newLink },
  verifyAndChangeEmail: { used: 'link.changeEmail', hint: 'link.profileHint', way: toProfile },
  verifyEmail: { used: 'link.verifyEmail', hint: 'link.profileHint', way: toProfile },
} as const satisfies Record<LinkNote['mode'], object>

function LinkNotice({ note: { problem, mode }, onNewLink }: { note: LinkNote; onNewLink?: () => void }) {
  const t = useTranslations('auth')
  const isIncomplete = problem === 'incomplete'
  const { used, hint, way } = linkWords[mode]
  return (
    <Notice
      kind="warn"
      live={isIncomplete ? 'alert' : 'status'}
      title={isIncomplete ? t('link.incompleteTitle') : t('link.usedTitle')}
    >
      <p className="pt-1">
        {isIncomplete ? t('link.incomplete') : t(used)} {hint && t(hint)}
      </p>
      {(way.href ?? onNewLink) && (
        <Button variant="alt" className="mt-4" href={way.href} onClick={way.href ? undefined : onNewLink}>
          {t(way.label)}
        </Button>
      )}
    </Notice>
  )
}

const apps: [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBA[NV]|FB_IAB|FBIOS/, 'Facebook'],
  [/musical_ly|Bytedance|TikTok|trill_/i, 'TikTok'],
  [/Snapchat/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  // Android marks the windows of all other apps.
  [/; wv\)/, 'unknown'],
]

/** The app whose built-in browser shows the page, `unknown`, or null. Google refuses to sign in there. */
export const appAround = (agent: string): string | null => apps.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** An address that Android opens in the default browser. Other systems have none. */
export function browserIntent(href: string, agent: string): string | null {
  const url = parseUrl(href)
  if (!url || !/Android/.test(agent)) return null
  const scheme = url.protocol.slice(0, -1)
  const parts = [`scheme=${scheme}`, 'action=android.intent.action.VIEW', 'category=android.intent.category.BROWSABLE']
  return `intent://${url.host}${url.pathname}${url.search}#Intent;${parts.join(';')};end`
}

export function InAppNotice({ hasEmail }: { hasEmail: boolean }) {
  const t = useTranslations('auth')
  const { userAgent } = navigator
  const app = appAround(userAgent)
  if (!app) return null
  const intent = browserIntent(location.href, userAgent)
  return (
    <div className="mb-6">
      <Notice kind="warn" title={t('inApp.title', { app })}>
        <p className="pt-1">{hasEmail ? t('inApp.withEmail') : t('inApp.text')}</p>
        {intent ? (
          <Button variant="alt" href={intent} className="mt-4">
            {t('inApp.open')}
          </Button>
        ) : (
          <CopyAddress />
        )}
      </Notice>
    </div>
  )
}

function CopyAddress() {
  const t = useTranslations('auth')
  const locale = useLocale()
  const [message, setMessage] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      setMessage(t('inApp.copied'))
    } catch {
      // The clipboard is missing or forbidden.
      setMessage(t('inApp.notCopied', { address: isolate(location.href, locale) }))
    }
  }
  return (
    <>
      <p className="pt-2">{t('inApp.copyHint')}</p>
      <Button variant="alt" className="mt-4" onClick={() => void copy()}>
        {t('inApp.copy')}
      </Button>
      <p role="status" className="pt-2 [overflow-wrap:anywhere] empty:hidden">
        {message}
      </p>
    </>
  )
}

export function StorageBlocked({ hasReload }: { hasReload: boolean }) {
  const t = useTranslations('auth')
  return (
    <div className="mb-6">
      <Notice kind="warn" live="alert" title={t('storage.title')}>
        <p className="pt-1">{t('storage.text')}</p>
        {hasReload && <ReloadButton />}
      </Notice>
    </div>
  )
}

type ConsentBoxProps = {
  isGiven: boolean
  /** How often an account was asked for without it. */
  refusals: number
  onChange: (isGiven: boolean) => void
}

/** The unticked consent that comes before a new account. */
export function ConsentBox({ isGiven, refusals, onChange }: ConsentBoxProps) {
  const t = useTranslations('auth')
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const isMissing = refusals > 0 && !isGiven
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  return (
    <div className="mb-6">
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-md">
        <input
          ref={box}
          type="checkbox"
          checked={isGiven}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-why`}
          className="mt-0.5 size-6 shrink-0 accent-primary"
        />
        <span>{t('consent.health')}</span>
      </label>
      <p id={`${id}-why`} role={isMissing ? 'alert' : undefined} className="mt-1 ps-9 text-sm text-muted">
        {isMissing && <b className="block text-danger">{t('consent.missing')}</b>}
        <Link href={paths.healthData} className="link tap">
          {t('consent.link')}
        </Link>
      </p>
    </div>
  )
}

type ConsentStepProps = { onAgree: () => void; onDecline: () => Promise<string | null> }

/** For an account that a provider, a link or a number has just created without the tick. */
export function ConsentStep({ onAgree, onDecline }: ConsentStepProps) {
  const t = useTranslations('auth')
  const [isGiven, setGiven] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [isDeclining, setDeclining] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const decline = async () => {
    setDeclining(true)
    setProblem(await onDecline())
    setDeclining(false)
  }
  return (
    <div className="grid justify-items-start">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl">
        {t('consent.title')}
      </h2>
      <ConsentBox isGiven={isGiven} refusals={refusals} onChange={setGiven} />
      <div className="flex flex-wrap gap-3">
        <Button size="big" onClick={() => (isGiven ? onAgree() : setRefusals(refusals + 1))}>
          {t('consent.create')}
        </Button>
        <Button variant="alt" size="big" busy={isDeclining} onClick={() => void decline()}>
          {t('consent.decline')}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-4 text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
