'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Upload, uploadPicture } from '@/lib/browser/picture'

type Said = { kind: 'neutral' | 'bad'; text: string }

const stopped: Said = { kind: 'neutral', text: 'Stopped. Your crop is still here.' }

/** Stores one picture at a time, and says how far that is. */
export function useUpload(uid: string) {
  /** From 0 to 1 while one is under way. */
  const [part, setPart] = useState<number | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const waits = useStandstill(part)
  const current = useRef<Upload | null>(null)
  const tried = useRef(false)
  const underWay = useRef(false)
  /** Before there is an upload, there is nothing else that could be stopped. */
  const halted = useRef(false)

  /**
   * @param make the picture to send, or the reason why there is none
   * @returns the address of the stored picture, or null when it was not stored; `said` has the reason
   */
  async function send(make: () => Promise<Blob | string>): Promise<string | null> {
    if (underWay.current) return null
    underWay.current = true
    halted.current = false
    setSaid(null)
    setPart(0)
    const made = await make()
    if (halted.current || typeof made === 'string') {
      underWay.current = false
      setPart(null)
      setSaid(typeof made === 'string' ? { kind: 'bad', text: made } : stopped)
      return null
    }
    tried.current = true
    const upload = uploadPicture(uid, made, setPart)
    current.current = upload
    const result = await upload.done
    current.current = null
    underWay.current = false
    setPart(null)
    if ('url' in result) return result.url
    setSaid(result.problem === null ? stopped : { kind: 'bad', text: result.problem })
    return null
  }

  function stop() {
    halted.current = true
    current.current?.stop()
  }

  return { part, waits, said, send, stop, tried: () => tried.current }
}

/** After this long without any of it arriving, it is the connection that is waited for. */
const patienceMs = 3000

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Whether what is under way waits for the connection: the browser says that there is none, or nothing
 * has moved for a while.
 * @param part from 0 to 1 while something is under way, else null
 */
export function useStandstill(part: number | null): boolean {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const [stuck, setStuck] = useState(false)
  useEffect(() => {
    if (part === null) return
    const timer = setTimeout(() => setStuck(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setStuck(false)
    }
  }, [part])
  return part !== null && (!online || stuck)
}
