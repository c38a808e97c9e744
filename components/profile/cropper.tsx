'use client'
import { useEffect, useId, useRef, type PointerEvent } from 'react'
import { maxZoom, pulled, roomOf, zoomed, type Crop } from '@/lib/browser/picture-crop'
import { drawCrop, pictureSide } from '@/lib/browser/picture-file'

type CropperProps = {
  picture: HTMLCanvasElement
  crop: Crop
  change: (next: (crop: Crop) => Crop) => void
  /** Nothing can be moved now. */
  still: boolean
}

type Point = { x: number; y: number }

const middle = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([one, other]: Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0)

/** The square that will be kept: pulled and pinched with a pointer, or moved with three sliders. */
export function Cropper({ picture, crop, change, still }: CropperProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const points = useRef(new Map<number, Point>())
  useEffect(() => {
    if (canvas.current) drawCrop(picture, crop, canvas.current)
  }, [picture, crop])
  useEffect(() => {
    const element = canvas.current
    if (!element || still) return
    // React listens for the wheel passively, which cannot keep the page from scrolling.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      change((now) => zoomed(picture, now, now.zoom * Math.exp(-event.deltaY / 500)))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [picture, change, still])

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (still || !points.current.has(event.pointerId)) return
    const before = [...points.current.values()]
    points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const after = [...points.current.values()]
    const { width } = event.currentTarget.getBoundingClientRect()
    const [from, to] = [middle(before), middle(after)]
    const by = { across: (to.x - from.x) / width, down: (to.y - from.y) / width }
    const ratio = spread(before) > 0 ? spread(after) / spread(before) : 1
    change((now) => pulled(picture, zoomed(picture, now, now.zoom * ratio), by))
  }
  const release = (event: PointerEvent) => points.current.delete(event.pointerId)

  const room = roomOf(picture, crop.zoom)
  const sliders = [
    {
      label: 'Zoom',
      min: 1,
      max: maxZoom,
      step: 0.05,
      value: crop.zoom,
      words: `${crop.zoom.toFixed(1)} times`,
      set: (zoom: number) => change((now) => zoomed(picture, now, zoom)),
      stuck: false,
    },
    {
      label: 'Left or right',
      min: 0,
      max: 1,
      step: 0.01,
      value: crop.left,
      words: `${Math.round(crop.left * 100)}% to the right`,
      set: (left: number) => change((now) => ({ ...now, left })),
      stuck: room.across < 1,
    },
    {
      label: 'Up or down',
      min: 0,
      max: 1,
      step: 0.01,
      value: crop.top,
      words: `${Math.round(crop.top * 100)}% down`,
      set: (top: number) => change((now) => ({ ...now, top })),
      stuck: room.down < 1,
    },
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <canvas
        ref={canvas}
        width={pictureSide}
        height={pictureSide}
        role="img"
        aria-label="The part that is kept"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          points.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        className="ground-sunken mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-lg active:cursor-grabbing"
      />
      <div className="grid grid-cols-1 gap-1">
        {sliders.map(({ label, min, max, step, value, words, set, stuck }, index) => (
          <div key={label} className="flex flex-wrap items-center gap-x-4">
            <label htmlFor={`${id}-${index}`} className="w-28 max-w-full shrink-0 text-sm font-semibold">
              {label}
            </label>
            <input
              id={`${id}-${index}`}
              type="range"
              min={min}
              max={max}
              step={step}
              value={value}
              aria-valuetext={words}
              disabled={still || stuck}
              onChange={({ target }) => set(Number(target.value))}
              className="h-11 min-w-0 grow basis-24 accent-primary"
            />
          </div>
        ))}
      </div>
    </div>
  )
}
