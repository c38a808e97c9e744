'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Busy } from '@/components/ui/busy'
import { Button } from '@/components/ui/button'
import { uploadPicture } from '@/lib/browser/picture'
import {
  type Crop,
  croppedPng,
  drawCrop,
  maxZoom,
  pictureSide,
  moveCrop,
  freeSpace,
  initialCrop,
  zoomCrop,
} from '@/lib/browser/picture-crop'

type PictureDialogProps = {
  uid: string
  picture: HTMLCanvasElement
  onClose: () => void
  onStored: (url: string) => void
}

export function PictureDialog({ uid, picture, onClose, onStored }: PictureDialogProps) {
  const t = useTranslations('account.picture')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [crop, setCrop] = useState(initialCrop)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    heading.current?.focus()
    return () => element?.close()
  }, [])

  async function store() {
    if (isSending) return
    setIsSending(true)
    setProblem(null)
    const png = await croppedPng(picture, crop)
    const result = png && (await uploadPicture(uid, png))
    if (result && 'url' in result) return onStored(result.url)
    setIsSending(false)
    setProblem(result ? t(`problem.${result.problem}`) : t('unreadable'))
  }
  const leave = () => isSending || onClose()

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      className="ground-surface m-auto w-[calc(100%-2rem)] max-w-112 rounded-lg border border-hair p-6 text-text backdrop:bg-sunken/85"
    >
      <div className="grid grid-cols-1 gap-5">
        <h2 id={id} ref={heading} tabIndex={-1} className="w-fit max-w-full text-lg">
          {t('cropTitle')}
        </h2>
        <Cropper picture={picture} crop={crop} onChange={setCrop} disabled={isSending} />
        <div className="flex min-h-28 flex-wrap items-center gap-4">
          <CropCanvas
            picture={picture}
            crop={crop}
            side={192}
            aria-hidden="true"
            className="h-auto min-w-0 max-w-full shrink-0 basis-24 rounded-lg"
          />
          <div className="grow basis-24 text-sm">
            {isSending && <Busy>{t('saving')}</Busy>}
            {problem && (
              <p role="alert" className="border-s-4 border-danger ps-3">
                {problem}
              </p>
            )}
            {!isSending && !problem && <p className="text-muted">{t('preview')}</p>}
          </div>
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-3">
          <Button busy={isSending} onClick={() => void store()}>
            {t('save')}
          </Button>
          <Button variant="alt" aria-disabled={isSending || undefined} onClick={leave}>
            {t('leave')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

type CropCanvasProps = ComponentProps<'canvas'> & { picture: HTMLCanvasElement; crop: Crop; side: number }

function CropCanvas({ picture, crop, side, ...native }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(picture, crop, canvas.current)
  }, [picture, crop])
  return <canvas ref={canvas} width={side} height={side} {...native} />
}

type CropperProps = {
  picture: HTMLCanvasElement
  crop: Crop
  onChange: (next: (crop: Crop) => Crop) => void
  disabled: boolean
}

function Cropper({ picture, crop, onChange, disabled }: CropperProps) {
  const t = useTranslations('account.picture')
  const last = useRef({ x: 0, y: 0 })

  function drag({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
    if (disabled || !currentTarget.hasPointerCapture(pointerId)) return
    const { width } = currentTarget.getBoundingClientRect()
    const by = { across: (clientX - last.current.x) / width, down: (clientY - last.current.y) / width }
    last.current = { x: clientX, y: clientY }
    onChange((now) => moveCrop(picture, now, by))
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <CropCanvas
        picture={picture}
        crop={crop}
        side={pictureSide}
        role="img"
        aria-label={t('kept')}
        onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
          currentTarget.setPointerCapture(pointerId)
          last.current = { x: clientX, y: clientY }
        }}
        onPointerMove={drag}
        className="ground-sunken mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-lg active:cursor-grabbing"
      />
      <Sliders picture={picture} crop={crop} onChange={onChange} disabled={disabled} />
    </div>
  )
}

function Sliders({ picture, crop, onChange, disabled }: CropperProps) {
  const t = useTranslations('account.picture')
  const id = useId()
  const room = freeSpace(picture, crop.zoom)
  const percent = { min: 0, max: 1, step: 0.01 }
  const sliders = [
    {
      label: t('zoom'),
      range: { min: 1, max: maxZoom, step: 0.05 },
      value: crop.zoom,
      words: t('zoomValue', { times: crop.zoom }),
      set: (zoom: number) => onChange((now) => zoomCrop(picture, now, zoom)),
      isFixed: false,
    },
    {
      label: t('across'),
      // Its left is the picture's left in every language.
      range: { ...percent, dir: 'ltr' },
      value: crop.left,
      words: t('acrossValue', { share: crop.left }),
      set: (left: number) => onChange((now) => ({ ...now, left })),
      isFixed: room.across < 1,
    },
    {
      label: t('down'),
      range: percent,
      value: crop.top,
      words: t('downValue', { share: crop.top }),
      set: (top: number) => onChange((now) => ({ ...now, top })),
      isFixed: room.down < 1,
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-1">
      {sliders.map(({ label, range, value, words, set, isFixed }, index) => (
        <div key={label} className="flex flex-wrap items-center gap-x-4">
          <label htmlFor={`${id}-${index}`} className="w-28 max-w-full shrink-0 text-sm font-semibold">
            {label}
          </label>
          <input
            id={`${id}-${index}`}
            type="range"
            {...range}
            value={value}
            aria-valuetext={words}
            disabled={disabled || isFixed}
            onChange={({ target }) => set(Number(target.value))}
            className="h-11 min-w-0 grow basis-24 accent-primary"
          />
        </div>
      ))}
    </div>
  )
}
