'use client'
import { useRef, useState } from 'react'
import { uploadPicture } from '@/lib/browser/picture'

type Message = { kind: 'neutral' | 'bad'; text: string }

const stopped: Message = { kind: 'neutral', text: 'Stopped. Your crop is still here.' }

export function useUpload(uid: string) {
  const [part, setPart] = useState<number | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  const current = useRef<AbortController | null>(null)
  const tried = useRef(false)

  /** @param make the picture, or a sentence why there is none */
  async function send(make: () => Promise<Blob | string>): Promise<string | null> {
    if (current.current) return null
    current.current = new AbortController()
    const { signal } = current.current
    setMessage(null)
    setPart(0)
    const result = await upload(await make(), signal)
    current.current = null
    setPart(null)
    if ('url' in result) return result.url
    setMessage(result.problem === null ? stopped : { kind: 'bad', text: result.problem })
    return null
  }

  async function upload(made: Blob | string, signal: AbortSignal) {
    if (typeof made === 'string') return { problem: made }
    if (signal.aborted) return { problem: null }
    tried.current = true
    return uploadPicture(uid, made, { onProgress: setPart, signal })
  }

  return { part, message, send, stop: () => current.current?.abort(), tried: () => tried.current }
}
