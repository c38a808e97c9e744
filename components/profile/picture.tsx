'use client'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { pictureUrl, removePicture } from '@/lib/browser/picture'
import { openPicture, acceptedPictureTypes } from '@/lib/browser/picture-crop'
import type { Locale } from '@/lib/locales'
import { Confirm, usePanel } from './confirm'
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
  const t = useTranslations('account.picture')
  const [url, setUrl] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<HTMLCanvasElement | null>(null)
  const [message, setMessage] = useState<{ kind: 'ok' | 'bad'; text: string } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { open: openDialog, close: closeDialog, button: changeButton } = usePanel()
  const { isOpen: isRemoving, open: openRemoval, close: closeRemoval, button: removeButton } = usePanel()
  useEffect(() => void pictureUrl(uid).then(setUrl), [uid])

  async function choose(file: File) {
    setBusy(true)
    setMessage(null)
    const opened = await openPicture(file)
    setBusy(false)
    if ('problem' in opened) return setMessage({ kind: 'bad', text: t(`problem.${opened.problem}`) })
    setChosen(opened.picture)
    openDialog()
  }

  function leaveDialog() {
    setChosen(null)
    closeDialog()
  }

  function showStored(stored: string) {
    leaveDialog()
    setUrl(renewed(stored))
    setMessage({ kind: 'ok', text: t('saved') })
  }

  async function remove() {
    setBusy(true)
    setMessage(null)
    const problem = await removePicture(uid)
    setBusy(false)
    if (problem) return setMessage({ kind: 'bad', text: t(`problem.${problem}`) })
    closeRemoval()
    changeButton.current?.focus()
    setUrl(null)
    setMessage({ kind: 'ok', text: t('removed') })
  }

  const then = (next: () => void) => () => {
    setMessage(null)
    next()
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-6">
        <Portrait url={url} name={name} onFailed={() => setUrl(null)} />
        <div className="grid min-w-0 justify-items-start gap-3 wrap-anywhere">
          {children}
          <div className="flex flex-wrap gap-x-4 gap-y-3">
            <Button ref={changeButton} variant="alt" busy={busy && !isRemoving} onClick={() => input.current?.click()}>
              {t('change')}
            </Button>
            {url && !isRemoving && (
              <Button ref={removeButton} variant="alt" onClick={then(openRemoval)}>
                {t('remove')}
              </Button>
            )}
            {also}
          </div>
          <FileInput ref={input} onChoose={(file) => void choose(file)} />
        </div>
      </div>
      {isRemoving && <RemovePicture busy={busy} onConfirm={() => void remove()} onCancel={then(closeRemoval)} />}
      {chosen && <PictureDialog uid={uid} picture={chosen} onClose={leaveDialog} onStored={showStored} />}
      {message && <Notice kind={message.kind} live={message.kind === 'bad' ? 'alert' : 'status'} text={message.text} />}
    </div>
  )
}

type RemovePictureProps = Pick<ComponentProps<typeof Confirm>, 'busy' | 'onConfirm' | 'onCancel'>

function RemovePicture(props: RemovePictureProps) {
  const t = useTranslations('account.picture')
  return (
    <Confirm title={t('removeTitle')} yes={t('removeYes')} no={t('removeNo')} {...props}>
      <p>{t('removeText')}</p>
    </Confirm>
  )
}

type FileInputProps = { ref: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }

function FileInput({ ref, onChoose }: FileInputProps) {
  const t = useTranslations('account.picture')
  return (
    <input
      ref={ref}
      type="file"
      accept={acceptedPictureTypes}
      hidden
      aria-label={t('file')}
      onChange={({ target }) => {
        const file = target.files?.[0]
        target.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}

type PortraitProps = Pick<PictureProps, 'name'> & { url: string | null; onFailed: () => void }

function Portrait({ url, name, onFailed }: PortraitProps) {
  const t = useTranslations('account.picture')
  if (!url) return <InitialsAvatar name={name} />
  return (
    // The storage serves it as it is.
    // oxlint-disable-next-line next/no-img-element
    <img
      src={url}
      alt={t('alt')}
      width={96}
      height={96}
      onError={onFailed}
      className="size-24 shrink-0 rounded-lg object-cover"
    />
  )
}

export function initialsOf(name: string | null | undefined, locale: Locale): string {
  const words =
    (name ?? '')
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => /\p{L}/u.exec(word ?? '')?.[0].toLocaleUpperCase(locale) ?? '').join('')
}

const nonJoiner = '\u200c'

function InitialsAvatar({ name }: { name: string | null | undefined }) {
  const t = useTranslations('account.picture')
  const locale = useLocale()
  return (
    <svg viewBox="0 0 96 96" role="img" aria-label={t('none')} className="size-24 shrink-0 rounded-lg">
      <rect width="96" height="96" className="fill-tint" />
      <path d="M14 82a17 17 0 0 1 34 0z" className="fill-primary" />
      <rect x="48" y="68.6" width="34" height="13.4" className="fill-accent" />
      <text x="48" y="50" textAnchor="middle" className="fill-text text-[2rem]">
        {[...initialsOf(name, locale)].join(nonJoiner)}
      </text>
    </svg>
  )
}
