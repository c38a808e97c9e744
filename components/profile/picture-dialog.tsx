'use client'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
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
  /** Receives the stored picture's URL, null if nothing was sent, undefined if unknown. */
  onClose: (stored: string | null | undefined) => void
}

const unreadable = 'Your browser couldn’t read this picture. Please choose another one. Nothing was changed.'

const edges = { neutral: 'border-accent', bad: 'border-danger' }

export function PictureDialog({ uid, picture, onClose }: PictureDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const preview = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(initialCrop)
  const upload = useUpload(uid)
  const isSending = upload.part !== null
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    heading.current?.focus()
    return () => element?.close()
  }, [])
  useEffect(() => {
    // A second press in the place of "Stop saving" would lose the crop.
    if (!isSending && !dialog.current?.contains(document.activeElement)) first.current?.focus()
  }, [isSending])
  useEffect(() => {
    if (preview.current) drawCrop(picture, crop, preview.current)
  }, [picture, crop])

  async function store() {
    const url = await upload.send(async () => (await croppedPng(picture, crop)) ?? unreadable)
    if (url) onClose(url)
  }
  function leave() {
    upload.stop()
    onClose(upload.tried() ? undefined : null)
  }

  const percent = Math.round((upload.part ?? 0) * 100)
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
          Crop your picture
        </h2>
        <Cropper picture={picture} crop={crop} onChange={setCrop} disabled={isSending} />
        <div className="flex min-h-28 flex-wrap items-center gap-4">
          <canvas
            ref={preview}
            width={192}
            height={192}
            aria-hidden="true"
            className="h-auto min-w-0 max-w-full shrink-0 basis-24 rounded-lg"
          />
          <UploadStatus id={id} upload={upload} percent={percent} />
        </div>
        <p role="status" className="sr-only">
          {isSending && (percent < 50 ? 'Saving your picture.' : 'Half of your picture is saved.')}
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-3">
          <Button ref={first} busy={isSending} onClick={() => void store()}>
            Save this picture
          </Button>
          {isSending ? (
            <Button key="stop" variant="alt" onClick={upload.stop}>
              Stop saving
            </Button>
          ) : (
            <Button key="leave" variant="alt" onClick={leave}>
              Leave it as it is
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}

type CropperProps = {
  picture: HTMLCanvasElement
  crop: Crop
  onChange: (next: (crop: Crop) => Crop) => void
  disabled: boolean
}

type Point = { x: number; y: number }

const centreOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const distanceOf = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)

function Cropper({ picture, crop, onChange, disabled }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const points = useRef(new Map<number, Point>())
  useEffect(() => {
    if (canvas.current) drawCrop(picture, crop, canvas.current)
  }, [picture, crop])
  useEffect(() => {
    const element = canvas.current
    if (!element || disabled) return
    // React's wheel listeners are passive and cannot stop the page from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      onChange((now) => zoomCrop(picture, now, now.zoom * Math.exp(-event.deltaY / 500)))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [picture, onChange, disabled])

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (disabled || !points.current.has(event.pointerId)) return
    const before = [...points.current.values()]
    points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = [...points.current.values()]
    const { width } = event.currentTarget.getBoundingClientRect()
    const [from, to] = [centreOf(before), centreOf(after)]
    const by = { across: (to.x - from.x) / width, down: (to.y - from.y) / width }
    const ratio = distanceOf(before) > 0 ? distanceOf(after) / distanceOf(before) : 1
    onChange((now) => moveCrop(picture, zoomCrop(picture, now, now.zoom * ratio), by))
  }
  const release = (event: PointerEvent) => points.current.delete(event.pointerId)

  return (
    <div className="grid grid-cols-1 gap-4">
      <canvas
        ref={canvas}
        width={pictureSide}
        height={pictureSide}
        role="img"
        aria-label="The part we’ll keep"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        className="ground-sunken mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-lg active:cursor-grabbing"
      />
      <Sliders picture={picture} crop={crop} onChange={onChange} disabled={disabled} />
    </div>
  )
}

function Sliders({ picture, crop, onChange, disabled }: CropperProps) {
  const id = useId()
  const room = freeSpace(picture, crop.zoom)
  const percent = { min: 0, max: 1, step: 0.01 }
  const sliders = [
    {
      label: 'Zoom',
      range: { min: 1, max: maxZoom, step: 0.05 },
      value: crop.zoom,
      words: `${crop.zoom.toFixed(1)} times`,
      set: (zoom: number) => onChange((now) => zoomCrop(picture, now, zoom)),
      isFixed: false,
    },
    {
      label: 'Left or right',
      range: percent,
      value: crop.left,
      words: `${Math.round(crop.left * 100)}% to the right`,
      set: (left: number) => onChange((now) => ({ ...now, left })),
      isFixed: room.across < 1,
    },
    {
      label: 'Up or down',
      range: percent,
      value: crop.top,
      words: `${Math.round(crop.top * 100)}% down`,
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

/** Engines ignore selector lists with another engine's selector. */
const bar =
  'h-3 w-full appearance-none border border-border bg-sunken [&::-webkit-progress-bar]:bg-sunken ' +
  '[&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary'

type UploadStatusProps = { id: string; upload: ReturnType<typeof useUpload>; percent: number }

function UploadStatus({ id, upload: { part, message }, percent }: UploadStatusProps) {
  if (part !== null) {
    return (
      <div className="grid grow basis-24 gap-2">
        <label htmlFor={`${id}-progress`} className="text-sm">
          Saving your picture: <span className="tabular-nums">{percent}%</span>
        </label>
        <progress id={`${id}-progress`} max={100} value={percent} className={bar} />
      </div>
    )
  }
  if (!message) return <p className="grow basis-24 text-sm text-muted">This is how it will look on your profile.</p>
  return (
    <p role="alert" className={`grow basis-24 border-s-4 ps-3 text-sm ${edges[message.kind]}`}>
      {message.text}
    </p>
  )
}

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
