'use client'

import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth'
import { useEffect } from 'react'

type Bench = typeof globalThis & { signIn?: (email: string, password: string) => Promise<unknown> }

function openAuth(): Auth {
  const app = initializeApp({ apiKey: 'local-api-key', projectId: 'demo-unhurried', appId: 'local-app' })
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] })
  connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  return auth
}

/** The identity SDK alone: `data-identity` on the root tells whether it has a user with a token. */
export default function Page() {
  useEffect(() => {
    const auth = openAuth()
    const bench: Bench = globalThis
    bench.signIn = (email, password) => signInWithEmailAndPassword(auth, email, password)
    void auth.authStateReady().then(async () => {
      const token = await auth.currentUser?.getIdToken()
      document.documentElement.dataset.identity = token ? 'in' : 'out'
    })
  }, [])
  return <h1>Identity</h1>
}
