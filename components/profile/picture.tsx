'use client'
import Image from 'next/image'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { pictureUrl, removePicture } from '@/lib/browser/picture'
import { openPicture, pictureKinds } from '@/lib/browser/picture-file'
import { Confirm } from './confirm'
import { useMessage } from './message'
import { PictureDialog } from './picture-dialog'

type PictureProps = {
  uid: string
  name: string | null | undefined
  children: ReactNode
  also?: ReactNode
}

/** The URL is always the same, so bypass the browser cache. */
const renewed = (url: string) => (url.startsWith('blob:') ? url : `${url}&at=${Date.now()}`)

export function Picture({ uid, name, children, also }: PictureProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<HTMLCanvasElement | null>(null)
  const [removing, setRemoving] = useState(false)
  const [message, setMessage] = useMessage<{ kind: 'ok' | 'bad'; text: string }>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => void pictureUrl(uid).then(setUrl), [uid])
  useEffect(() => {
    if (chosen || removing || !returns.current) return
    returns.current = false
    button.current?.focus()
  }, [chosen, removing])

  async function choose(file: File) {
    setBusy(true)
    setMessage(null)
    const opened = await openPicture(file)
    setBusy(false)
    if ('problem' in opened) setMessage({ kind: 'bad', text: opened.problem })
    else setChosen(opened.picture)
  }

  /** @param stored the new URL; null if nothing changed; undefined if the outcome is unknown */
  function closeDialog(stored: string | null | undefined) {
    returns.current = true
    setChosen(null)
    if (stored) {
      setUrl(renewed(stored))
      setMessage({ kind: 'ok', text: 'Your picture is stored.' })
    } else if (stored === undefined) {
      void pictureUrl(uid).then((found) => setUrl(found && renewed(found)))
    }
  }

  async function remove() {
    setBusy(true)
    setMessage(null)
    const problem = await removePicture(uid)
    setBusy(false)
    if (problem) return setMessage({ kind: 'bad', text: problem })
    returns.current = true
    setRemoving(false)
    setUrl(null)
    setMessage({ kind: 'ok', text: 'Your picture is removed.' })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-6">
        <Portrait url={url} name={name} failed={() => setUrl(null)} />
        <div className="grid min-w-0 justify-items-start gap-3 wrap-anywhere">
          {children}
          <div className="flex flex-wrap gap-x-4 gap-y-3">
            <Button ref={button} variant="alt" busy={busy && !removing} onClick={() => input.current?.click()}>
              Change picture
            </Button>
            {url && !removing && (
              <Button
                variant="alt"
                onClick={() => {
                  setMessage(null)
                  setRemoving(true)
                }}
              >
                Remove picture
              </Button>
            )}
            {also}
          </div>
          <input
            ref={input}
            type="file"
            accept={pictureKinds}
            hidden
            aria-label="Picture file"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void choose(file)
            }}
          />
        </div>
      </div>
      {removing && (
        <Confirm
          title="Remove your picture?"
          yes="Yes, remove my picture"
          no="Keep my picture"
          busy={busy}
          confirm={() => void remove()}
          keep={() => {
            returns.current = true
            setMessage(null)
            setRemoving(false)
          }}
        >
          <p>Your initials stand in its place then.</p>
        </Confirm>
      )}
      {chosen && <PictureDialog uid={uid} picture={chosen} close={closeDialog} />}
      {message && (
        <Notice kind={message.kind} live={message.kind === 'bad' ? 'alert' : 'status'}>
          <p>{message.text}</p>
        </Notice>
      )}
    </div>
  )
}

type PortraitProps = Pick<PictureProps, 'name'> & { url: string | null; failed: () => void }

function Portrait({ url, name, failed }: PortraitProps) {
  if (!url) return <Initials name={name} />
  return (
    <Image
      src={url}
      alt="You"
      unoptimized
      width={96}
      height={96}
      onError={failed}
      className="size-24 shrink-0 rounded-lg object-cover"
    />
  )
}

/** First letters of the first and last word of a name or address. */
export function initialsOf(name: string | null | undefined): string {
  const words =
    (name ?? '')
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => /\p{L}/u.exec(word ?? '')?.[0].toLocaleUpperCase() ?? '').join('')
}

export function Initials({ name }: { name: string | null | undefined }) {
  return (
    <svg viewBox="0 0 96 96" role="img" aria-label="No picture yet" className="size-24 shrink-0 rounded-lg">
      <rect width="96" height="96" className="fill-tint" />
      <path d="M14 82a17 17 0 0 1 34 0z" className="fill-primary" />
      <rect x="48" y="68.6" width="34" height="13.4" className="fill-accent" />
      <text x="48" y="50" textAnchor="middle" className="fill-text text-[2rem]">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
