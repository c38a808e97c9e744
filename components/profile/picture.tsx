'use client'
import Image from 'next/image'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { pictureKinds, pictureProblem, pictureUrl, uploadPicture } from '@/lib/browser/picture'
import { Initials } from './initials'

type PictureProps = { uid: string; name: string | null | undefined; children: ReactNode }

/** A file that says it is a picture may still be broken; the browser finds out before it is sent. */
async function isReadable(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}

export function Picture({ uid, name, children }: PictureProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ kind: 'ok' | 'bad'; text: string } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let gone = false
    void pictureUrl(uid).then((found) => !gone && setUrl(found))
    return () => {
      gone = true
    }
  }, [uid])

  async function store(file: File) {
    setBusy(true)
    setSaid(null)
    const problem =
      pictureProblem(file) ??
      ((await isReadable(file)) ? null : 'That file is not a picture we can read. Choose another.')
    const result = problem ? { problem } : await uploadPicture(uid, file)
    setBusy(false)
    if ('problem' in result) return setSaid({ kind: 'bad', text: result.problem })
    // The address stays the same, so that the browser would go on showing the old picture.
    setUrl(`${result.url}&at=${Date.now()}`)
    setSaid({ kind: 'ok', text: 'Your picture is stored.' })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-6">
        {url ? (
          <Image
            src={url}
            alt="You"
            unoptimized
            width={96}
            height={96}
            onError={() => setUrl(null)}
            className="size-24 shrink-0 rounded-lg object-cover"
          />
        ) : (
          <Initials name={name} />
        )}
        <div className="grid min-w-0 justify-items-start gap-3 wrap-anywhere">
          {children}
          <Button variant="alt" busy={busy} onClick={() => input.current?.click()}>
            Change picture
          </Button>
          <input
            ref={input}
            type="file"
            accept={pictureKinds}
            hidden
            aria-label="Picture file"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void store(file)
            }}
          />
        </div>
      </div>
      {said && (
        <Notice kind={said.kind} live={said.kind === 'bad' ? 'alert' : 'status'}>
          <p>{said.text}</p>
        </Notice>
      )}
    </div>
  )
}
