'use client'
import Image from 'next/image'
import { type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
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

/** Bypasses the browser cache, because the URL stays the same. */
const renewed = (url: string) => (url.startsWith('blob:') ? url : `${url}&at=${Date.now()}`)

export function Picture({ uid, name, children, also }: PictureProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<HTMLCanvasElement | null>(null)
  const [removing, setRemoving] = useState(false)
  const [message, setMessage] = useMessage<{ kind: 'ok' | 'bad'; text: string }>()
  const input = useRef<HTMLInputElement>(null)
  const { button, expectFocus } = useFocusReturn(chosen !== null || removing)
  useEffect(() => void pictureUrl(uid).then(setUrl), [uid])

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
    expectFocus()
    setChosen(null)
    if (stored) {
      setUrl(renewed(stored))
      setMessage({ kind: 'ok', text: 'Your picture is saved.' })
    } else if (stored === undefined) {
      void pictureUrl(uid).then((found) => setUrl(found && renewed(found)))
    }
  }

  function askToRemove() {
    setMessage(null)
    setRemoving(true)
  }

  async function remove() {
    setBusy(true)
    setMessage(null)
    const problem = await removePicture(uid)
    setBusy(false)
    if (problem) return setMessage({ kind: 'bad', text: problem })
    expectFocus()
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
            <ChangeButton ref={button} busy={busy && !removing} press={() => input.current?.click()} />
            {url && !removing && <RemoveButton press={askToRemove} />}
            {also}
          </div>
          <FileInput ref={input} choose={(file) => void choose(file)} />
        </div>
      </div>
      {removing && (
        <RemovePicture
          busy={busy}
          confirm={() => void remove()}
          keep={() => {
            expectFocus()
            setMessage(null)
            setRemoving(false)
          }}
        />
      )}
      {chosen && <PictureDialog uid={uid} picture={chosen} close={closeDialog} />}
      {message && <PictureMessage {...message} />}
    </div>
  )
}

/** Returns the focus to the button when a panel closes. */
function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const expected = useRef(false)
  useEffect(() => {
    if (isOpen || !expected.current) return
    expected.current = false
    button.current?.focus()
  }, [isOpen])
  return {
    button,
    expectFocus: () => {
      expected.current = true
    },
  }
}

function ChangeButton({ ref, busy, press }: { ref: Ref<HTMLButtonElement>; busy: boolean; press: () => void }) {
  return (
    <Button ref={ref} variant="alt" busy={busy} onClick={press}>
      Change picture
    </Button>
  )
}

function RemoveButton({ press }: { press: () => void }) {
  return (
    <Button variant="alt" onClick={press}>
      Remove picture
    </Button>
  )
}

function PictureMessage({ kind, text }: { kind: 'ok' | 'bad'; text: string }) {
  return (
    <Notice kind={kind} live={kind === 'bad' ? 'alert' : 'status'}>
      <p>{text}</p>
    </Notice>
  )
}

type FileInputProps = { ref: RefObject<HTMLInputElement | null>; choose: (file: File) => void }

function FileInput({ ref, choose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={pictureKinds}
      hidden
      aria-label="Picture file"
      onChange={(event) => {
        const file = event.target.files?.[0]
        event.target.value = ''
        if (file) choose(file)
      }}
    />
  )
}

type RemovePictureProps = { busy: boolean; confirm: () => void; keep: () => void }

function RemovePicture(props: RemovePictureProps) {
  return (
    <Confirm title="Remove your picture?" yes="Yes, remove my picture" no="Keep my picture" {...props}>
      <p>We’ll show your initials instead.</p>
    </Confirm>
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
