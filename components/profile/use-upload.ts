'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Upload, uploadPicture } from '@/lib/browser/picture'

type Message = { kind: 'neutral' | 'bad'; text: string }

const stopped: Message = { kind: 'neutral', text: 'Stopped. Your crop is still here.' }

export function useUpload(uid: string) {
  const [part, setPart] = useState<number | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const waits = useStandstill(part)
  const current = useRef<Upload | null>(null)
  const tried = useRef(false)
  const underWay = useRef(false)
  /** Stopped before the upload began. */
  const halted = useRef(false)

  async function send(make: () => Promise<Blob | string>): Promise<string | null> {
    if (underWay.current) return null
    underWay.current = true
    halted.current = false
    setMessage(null)
    setPart(0)
    const made = await make()
    if (halted.current || typeof made === 'string') {
      underWay.current = false
      setPart(null)
      setMessage(typeof made === 'string' ? { kind: 'bad', text: made } : stopped)
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
    setMessage(result.problem === null ? stopped : { kind: 'bad', text: result.problem })
    return null
  }

  function stop() {
    halted.current = true
    current.current?.stop()
  }

  return { part, waits, message, send, stop, tried: () => tried.current }
}

/** Milliseconds without progress until the connection counts as lost. */
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
 * Whether an upload waits for the connection.
 * @param part from 0 to 1 during an upload, otherwise null
 */
function useStandstill(part: number | null): boolean {
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
