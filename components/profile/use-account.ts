'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readAccount, type Account } from '@/lib/browser/account'

type Known = Account | 'failed'

/** Null where nobody is signed in, or somebody else: the page is about to show that by itself. */
async function look(uid: string): Promise<Known | null> {
  const account = await readAccount().catch(() => 'failed' as const)
  return account === 'failed' || account?.uid === uid ? account : null
}

/** The account as the identity service knows it: null until it is known, `failed` when it cannot be. */
export function useAccount(uid: string) {
  const [account, setAccount] = useState<Known | null>(null)
  const gone = useRef(false)
  const read = useCallback(async () => {
    const next = await look(uid)
    if (next && !gone.current) setAccount(next)
  }, [uid])
  useEffect(() => {
    gone.current = false
    void read()
    return () => {
      gone.current = true
    }
  }, [read])
  return { account, read }
}
