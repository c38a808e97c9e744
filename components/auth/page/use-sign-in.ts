'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { signOutAndGoHome } from '@/components/session/session'
import { isUnknownHost } from '@/lib/browser/api-base'
import { sentences } from '@/lib/contract/sentences'
import { openSignIn, type Controller } from './controller'
import { storageProblem } from './sign-in-storage'
import { createStore, viewOf, type SignInEvent } from './reducer'

export const containerId = 'firebaseui-auth-container'

function failureOf(cause: unknown): SignInEvent {
  if (isUnknownHost()) return { type: 'unknown-host' }
  if (cause instanceof Error && cause.name === 'IdentityOff') return { type: 'failed', text: cause.message }
  const notLoaded = 'The sign-in form could not be loaded. Check your connection and try again.'
  return { type: 'failed', text: storageProblem() ? sentences.noStorage : notLoaded }
}

/** @param startOver called after the shown user has signed out */
export function useSignIn(startOver: () => void) {
  const [store] = useState(createStore)
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const controller = useRef<Controller | null>(null)
  const isSigningOut = useRef(false)

  useEffect(() => {
    const removed = new AbortController()
    const { signal } = removed
    const onSignedOut = () => void (isSigningOut.current || startOver())
    openSignIn({ store, containerId, onSignedOut, signal }).then(
      (opened) => {
        controller.current = opened
      },
      (cause: unknown) => {
        if (!signal.aborted) store.dispatch(failureOf(cause))
      },
    )
    return () => {
      removed.abort()
      controller.current = null
    }
  }, [store, startOver])

  const view = viewOf(state)
  return {
    state,
    view,
    chooseVisit: (visit: typeof state.visit) => controller.current?.chooseVisit(visit),
    switchLink: () => controller.current?.chooseLink(!state.emailLink),
    openPopup: () => view.noteProvider && controller.current?.openPopup(view.noteProvider),
    newLink: () => controller.current?.newLink(),
    startAgain: () => controller.current?.startAgain(),
    signOut: () => {
      isSigningOut.current = true
      signOutAndGoHome().then(
        (isLeaving) => void (isLeaving || startOver()),
        () => location.reload(),
      )
    },
  }
}
