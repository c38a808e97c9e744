import { useEffect, useId, useRef, useState } from 'react'
import { ReloadButton } from '@/components/session/notices'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { healthConsent } from '@/lib/contract/health-consent'
import { parseUrl, type Visit } from './address'
import { paths } from '@/lib/site'
import type { LinkNote, Note } from './reducer'

type Choice = { value: Visit; label: string; hint: string; linkHint: string }

const choices: Choice[] = [
  {
    value: 'in',
    label: 'Sign in',
    hint: 'If you use email, we’ll ask for your password next.',
    linkHint: 'If you use email, we’ll send you a link that signs you in. No password to remember.',
  },
  {
    value: 'new',
    label: 'I’m new here',
    hint: 'If you use email, you’ll choose a password next: 6 characters or more.',
    linkHint: 'If you use email, we’ll send you a link that creates your account. No password to choose.',
  },
]

type VisitChoiceProps = {
  visit: Visit
  emailLink: boolean
  showsHint: boolean
  /** After a refusal, in place of the usual hint. */
  hint?: string | null
  onChoose: (visit: Visit) => void
}

export function VisitChoice({ visit, emailLink, showsHint, hint, onChoose }: VisitChoiceProps) {
  const chosen = choices.find(({ value }) => value === visit)
  const text = hint ?? (showsHint ? (emailLink ? chosen?.linkHint : chosen?.hint) : null)
  return (
    <fieldset aria-describedby={text ? 'visit-hint' : undefined} className="mb-6">
      <legend className="sr-only">Have you been here before?</legend>
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
            {label}
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
  provider: string
  onOpenPopup: () => void
  onStartAgain: () => void
  /** Missing while a user is shown instead of the form. */
  onNewLink?: () => void
  isSingleWay?: boolean
}

export function PageNote({ note, provider, onOpenPopup, onStartAgain, onNewLink, isSingleWay = false }: PageNoteProps) {
  if (note.kind === 'link') return <LinkNotice note={note} onNewLink={onNewLink} />
  if (note.kind === 'interrupted') {
    return (
      <Notice kind="bad" live="alert" title={note.sentence}>
        <p className="pt-1">Nothing is lost. You can continue from here.</p>
        <Button variant="alt" className="mt-4" onClick={note.onRetry}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (note.kind === 'taken') {
    return (
      <Notice kind="warn" live="alert" title="This address already has an account.">
        <p className="pt-1">This link has already been used. Ask for a new one to sign in to that account.</p>
      </Notice>
    )
  }
  if (note.kind === 'stranded') {
    return <Notice kind="bad" live="alert" title="Something went wrong. Please try again." />
  }
  const isWaiting = note.kind === 'waiting'
  const signingIn = note.provider ? `Signing in with ${provider}` : 'This'
  return (
    <Notice
      kind="warn"
      live="alert"
      title={isWaiting ? `${signingIn} is taking a while.` : `${signingIn} was not finished.`}
    >
      <p className="pt-1">{isWaiting ? 'You can wait, or choose another way below.' : 'Nothing was changed.'}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {note.provider && <Button onClick={onOpenPopup}>Try again in a small window</Button>}
        <Button variant="alt" onClick={onStartAgain}>
          {isSingleWay ? 'Start again' : 'Other ways to sign in'}
        </Button>
      </div>
    </Notice>
  )
}

const newLink = { label: 'Get a new link', href: undefined }
const toProfile = { label: 'Go to your profile', href: paths.profile }
const toHelp = { label: 'Ask us for help', href: paths.contact }

type LinkWords = { used: string; hint?: string; way: { label: string; href: string | undefined } }

/** `used` fits whether a used link has had its effect or not. */
const linkWords: Record<LinkNote['mode'], LinkWords> = {
  recoverEmail: {
    used: 'Your email program may have opened it already. Then your earlier address is back, and you can sign in with it.',
    way: toHelp,
  },
  resetPassword: {
    used: 'If you’ve already changed your password, sign in with the new one.',
    hint: 'For a new link, enter your email, then choose “Trouble signing in?”.',
    way: newLink,
  },
  revertSecondFactorAddition: {
    used: 'Your email program may have opened it already. Then the second step has been removed.',
    way: toHelp,
  },
  signIn: {
    used: 'Your email program may have opened it already.',
    hint: 'For a new link, enter your email.',
    way: newLink,
  },
  unknown: { used: 'Your email program may have opened it already. Then nothing is left to do.', way: newLink },
  verifyAndChangeEmail: {
    used: 'Your email program may have opened it already. Then your new address is in place, and you can sign in with it.',
    hint: 'Your profile can send you a new link.',
    way: toProfile,
  },
  verifyEmail: {
    used: 'Your email program may have opened it already. Then your address is confirmed, and you can sign in.',
    hint: 'Your profile can send you a new link.',
    way: toProfile,
  },
}

function LinkNotice({ note: { problem, mode }, onNewLink }: { note: LinkNote; onNewLink?: () => void }) {
  const isIncomplete = problem === 'incomplete'
  const { used, hint, way } = linkWords[mode]
  return (
    <Notice
      kind="warn"
      live={isIncomplete ? 'alert' : 'status'}
      title={isIncomplete ? 'This link is incomplete.' : 'This link has been used or has expired.'}
    >
      <p className="pt-1">
        {isIncomplete ? 'Part of the link is missing. Open it from the email again, or copy the whole address.' : used}{' '}
        {hint}
      </p>
      {(way.href ?? onNewLink) && (
        <Button variant="alt" className="mt-4" href={way.href} onClick={way.href ? undefined : onNewLink}>
          {way.label}
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
  [/; wv\)/, 'this app'],
]

/** The app whose built-in browser shows the page, or null. Google refuses to sign in there. */
export const appAround = (agent: string): string | null => apps.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** An address that Android opens in the default browser. Other systems have none. */
export function browserIntent(href: string, agent: string): string | null {
  const url = parseUrl(href)
  if (!url || !/Android/.test(agent)) return null
  const scheme = url.protocol.slice(0, -1)
  const parts = [`scheme=${scheme}`, 'action=android.intent.action.VIEW', 'category=android.intent.category.BROWSABLE']
  return `intent://${url.host}${url.pathname}${url.search}#Intent;${parts.join(';')};end`
}

/** Google refuses to sign in inside other apps. */
export function InAppNotice({ hasEmail }: { hasEmail: boolean }) {
  const { userAgent } = navigator
  const app = appAround(userAgent)
  if (!app) return null
  const intent = browserIntent(location.href, userAgent)
  return (
    <div className="mb-6">
      <Notice kind="warn" title={`Google doesn’t allow sign-in inside ${app}.`}>
        <p className="pt-1">
          {hasEmail
            ? 'You can use your email here, or open this page in your browser.'
            : 'Open this page in your browser.'}
        </p>
        {intent ? (
          <Button variant="alt" href={intent} className="mt-4">
            Open in your browser
          </Button>
        ) : (
          <CopyAddress />
        )}
      </Notice>
    </div>
  )
}

function CopyAddress() {
  const [message, setMessage] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      setMessage('Copied. Now open your browser and paste it.')
    } catch {
      // The clipboard is missing or forbidden.
      setMessage(`We couldn’t copy it. The address is ${location.href}`)
    }
  }
  return (
    <>
      <p className="pt-2">Copy the link, then paste it into the address bar of Safari or another browser.</p>
      <Button variant="alt" className="mt-4" onClick={() => void copy()}>
        Copy the link
      </Button>
      <p role="status" className="pt-2 [overflow-wrap:anywhere] empty:hidden">
        {message}
      </p>
    </>
  )
}

export function StorageBlocked({ hasReload }: { hasReload: boolean }) {
  return (
    <div className="mb-6">
      <Notice kind="warn" live="alert" title="Cookies and site data are blocked for this site.">
        <p className="pt-1">
          Signing in needs them, so that the next page knows who you are. In your browser’s settings, look for “Cookies
          and site data” or “Block all cookies”, and allow them for this site. Then try again.
        </p>
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
        <span>{healthConsent.text}</span>
      </label>
      <p id={`${id}-why`} role={isMissing ? 'alert' : undefined} className="mt-1 ps-9 text-sm text-muted">
        {isMissing && (
          <b className="block text-danger">
            Please tick this first. Without your consent, we may not store an account.
          </b>
        )}
        <a href={paths.healthData} className="link tap">
          What we hold about your health, and why
        </a>
      </p>
    </div>
  )
}

type ConsentStepProps = { onAgree: () => void; onDecline: () => Promise<string | null> }

/** For an account that a provider, a link or a number has just created without the tick. */
export function ConsentStep({ onAgree, onDecline }: ConsentStepProps) {
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
        One question before you start
      </h2>
      <ConsentBox isGiven={isGiven} refusals={refusals} onChange={setGiven} />
      <div className="flex flex-wrap gap-3">
        <Button size="big" onClick={() => (isGiven ? onAgree() : setRefusals(refusals + 1))}>
          Create my account
        </Button>
        <Button variant="alt" size="big" busy={isDeclining} onClick={() => void decline()}>
          Don’t create an account
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
