'use client'
import { useEffect, useRef, useState } from 'react'
import { openSession, settle } from '@/components/session/session'
import { personOf, type Person } from '@/lib/browser/identity'
import { actionOf, unwrapAction } from './action-link'
import { findContainer } from './container'
import { watchElsewhere } from './elsewhere'
import type { CompatUser } from './compat'
import type { Visit } from './look-up'
import { leavesChoice } from './pages'
import { returnAddress } from './return-address'
import { hasStorage, noStorage } from './storage'
import type { Widget } from './widget'

export const containerId = 'firebaseui-auth-container'

export type Stage =
  | { at: 'loading' }
  | { at: 'widget' }
  /** Signed in before this page was opened, or in another tab. */
  | { at: 'already'; person: Person; next: string }
  /** The widget says why it cannot go on, as in a browser without storage. */
  | { at: 'stuck' }
  | { at: 'leaving' }
  | { at: 'failed'; text: string }

const failedText = 'The sign-in form could not be loaded. Check your connection and try again.'

/** The widget puts its dialogs beside the container, where hiding that does not reach them. */
const closeDialogs = () =>
  document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog').forEach((one) => one.close())

const asked = () => new URLSearchParams(location.search).get('signInSuccessUrl')

/** Finds the container, mounts the widget into it and, once somebody is signed in, leaves for the right page. */
export function useSignIn() {
  const [stage, setStage] = useState<Stage>({ at: 'loading' })
  const [visit, setVisit] = useState<Visit>('in')
  const [emailLink, setEmailLink] = useState(false)
  const [choices, setChoices] = useState(true)
  const widget = useRef<Widget | null>(null)
  const latestVisit = useRef(visit)

  useEffect(() => {
    let gone = false
    let stopWatching = () => {}
    const mount = async () => {
      const href = unwrapAction(location.href)
      if (href !== location.href) history.replaceState(history.state, '', href)
      const mode = actionOf(location.search)
      if (mode) setChoices(false)
      const byLink = mode === 'signIn'
      setEmailLink(byLink)
      const [container, compatModule, widgetModule] = await Promise.all([
        findContainer(containerId, () => gone),
        import('./compat'),
        import('./widget'),
      ])
      if (gone || !container) return
      const compat = await compatModule.openCompat()
      // Only now, so that the session takes over the app that the widget's face has opened.
      void openSession()
      const user = await compatModule.firstUser(compat.auth)
      if (gone) return
      const returnTo = returnAddress(asked(), location.origin)
      /** The page has done its work; coming back to it must not find it waiting. */
      let done = false
      const already = (known: CompatUser) => {
        done = true
        closeDialogs()
        setStage({ at: 'already', person: personOf(known), next: returnTo })
      }
      stopWatching = watchElsewhere(compat.auth, {
        found: (known) => {
          // What an e-mailed link asks for goes on, whoever is signed in.
          if (done || !mode) already(known)
        },
        returned: () => done && location.reload(),
      })
      if (user && !user.isAnonymous && !mode) return already(user)
      const mounted = await widgetModule.mountWidget(
        compat,
        {
          container,
          visit: () => latestVisit.current,
          returnTo,
          shown: () => !gone && !done && setStage({ at: 'widget' }),
          turned: (name) => !gone && setChoices(!mode && leavesChoice(name)),
          arrived: (who, linked, redirectUrl) => {
            done = true
            setStage({ at: 'leaving' })
            const late = new Promise<void>((resolve) => setTimeout(resolve, widgetModule.leaveAfterMs))
            const next = returnAddress(asked() ?? redirectUrl, location.origin)
            void Promise.race([settle(personOf(who), linked), late]).finally(() => location.assign(next))
          },
        },
        byLink,
      )
      if (gone) mounted.stop()
      else widget.current = mounted
      if (!gone && container.querySelector('.firebaseui-id-page-unrecoverable-error')) setStage({ at: 'stuck' })
    }
    mount().catch((cause: unknown) => {
      if (gone) return
      const off = cause instanceof Error && cause.name === 'IdentityOff'
      setStage({ at: 'failed', text: off ? cause.message : hasStorage() ? failedText : noStorage })
    })
    return () => {
      gone = true
      stopWatching()
      widget.current?.stop()
      widget.current = null
    }
  }, [])

  return {
    stage,
    visit,
    emailLink,
    /** Whether our own choices are in place: not while the page answers an e-mailed link, nor at a later step. */
    choices,
    chooseVisit: (next: Visit) => {
      latestVisit.current = next
      setVisit(next)
      if (widget.current && !widget.current.atStart()) widget.current.restart()
    },
    chooseLink: (next: boolean) => {
      setEmailLink(next)
      widget.current?.askEmail(next)
    },
  }
}
