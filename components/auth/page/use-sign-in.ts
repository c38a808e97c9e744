'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { leave } from '@/components/session/session'
import { isUnknownHost } from '@/lib/browser/base'
import type { SignInSettings } from '@/lib/contract/sign-in'
import type { Visit } from '@/components/auth/widget/look-up'
import { mountSignIn } from './mount'
import type { Note } from './note'
import { isFirst, leavesChoice, leavesLink, wayOut } from '@/components/auth/widget/pages'
import { providerName } from './provider-name'
import type { Stage } from './stage'
import { hasStorage, noStorage } from './storage'
import type { Mounted } from './view'

export const containerId = 'firebaseui-auth-container'

const failedText = 'The sign-in form could not be loaded. Check your connection and try again.'

/** A change of mind starts the widget again, and the focus must not go with the page that it takes away. */
function keepFocus(change: () => void) {
  const focused = document.activeElement
  change()
  if (focused instanceof HTMLElement) setTimeout(() => focused.isConnected && focused.focus())
}

/**
 * The state of the sign-in page, and what the person can press beside the widget.
 * @param beginAnew told when whoever was signed in is so no longer, and the page has to ask again
 */
export function useSignIn(beginAnew: () => void) {
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  const [settings, setSettings] = useState<SignInSettings | null>(null)
  const [visit, setVisit] = useState<Visit>('in')
  const [emailLink, setEmailLink] = useState(false)
  const [linksOff, setLinksOff] = useState(false)
  const [page, setPage] = useState({ name: '', buttons: true })
  const [leader, setLeader] = useState<'person' | 'account'>('person')
  const [note, setNote] = useState<Note | null>(null)
  const mounted = useRef<Mounted | null>(null)
  const latest = useRef({ visit, emailLink })
  /** The page that comes after a sign-out here is another. */
  const leaves = useRef(false)

  const byLink = useCallback((next: boolean) => {
    latest.current.emailLink = next
    setEmailLink(next)
  }, [])

  useEffect(() => {
    let gone = false
    const stops: (() => void)[] = []
    mountSignIn(
      containerId,
      {
        settings: setSettings,
        // Both before the widget's own markup is painted: what comes to stand above it would move it.
        stage: (next) => flushSync(() => setStage(next)),
        note: setNote,
        left: () => void (leaves.current || beginAnew()),
        page: (name, buttons) => flushSync(() => setPage({ name, buttons })),
        byLink,
        dropLinks: () => {
          byLink(false)
          setLinksOff(true)
        },
        ledBy: setLeader,
        visit: () => latest.current.visit,
        choseLink: () => latest.current.emailLink,
      },
      () => gone,
      (stop) => stops.push(stop),
    ).then(
      (widget) => {
        mounted.current = widget
      },
      (cause: unknown) => {
        if (gone) return
        if (isUnknownHost()) return setStage({ at: 'unknown-host' })
        const off = cause instanceof Error && cause.name === 'IdentityOff'
        setStage({ at: 'failed', text: off ? cause.message : hasStorage() ? failedText : noStorage })
      },
    )
    return () => {
      gone = true
      for (const stop of stops) stop()
      mounted.current = null
    }
  }, [byLink, beginAnew])

  const email = settings?.signInOptions.find(({ provider }) => provider === 'password')
  return {
    stage,
    /** The widget's page that is showing, by its name. */
    name: page.name,
    visit,
    emailLink,
    note,
    provider: settings && note && 'provider' in note && note.provider ? providerName(note.provider, settings) : '',
    /** Whether our own choices are in place: not while the page answers an e-mailed link, nor at a later step. */
    choices:
      email !== undefined &&
      (isFirst(page.name) || (leader === 'person' && leavesChoice(page.name) && page.name !== 'password-linking')),
    /** Whether a link can be had instead of a password. */
    links:
      !linksOff &&
      email?.signInMethod === 'password' &&
      leavesLink(page.name) &&
      !(page.name === 'password-linking' && emailLink),
    /** Whether there is one way to sign in alone. */
    single: settings !== null && !settings.tenants && settings.signInOptions.length === 1,
    out: wayOut(page.name, page.buttons),
    chooseVisit: (next: Visit) => {
      latest.current.visit = next
      setVisit(next)
      const widget = mounted.current
      if (widget && !widget.atStart()) keepFocus(() => widget.askEmail({ goOn: true }))
    },
    chooseLink: (next: boolean) => {
      byLink(next)
      if (page.name === 'password-linking') mounted.current?.linkInstead()
      else mounted.current?.askEmail()
    },
    popup: () => {
      if (note && 'provider' in note && note.provider) mounted.current?.popup(note.provider)
    },
    signOut: () => {
      leaves.current = true
      leave().then(
        (goes) => void (goes || beginAnew()),
        () => location.reload(),
      )
    },
    startAgain: () => {
      setNote(null)
      mounted.current?.restart()
    },
  }
}
