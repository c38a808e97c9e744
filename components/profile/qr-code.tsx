'use client'
import { useEffect, useState } from 'react'

type Drawing = { size: number; path: string }

async function draw(text: string): Promise<Drawing> {
  const { encodeQR } = await import('qr')
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}

/** A QR code, drawn in the browser; nothing where it cannot be, so that its text has to stand beside it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let gone = false
    draw(text).then(
      (next) => gone || setDrawing(next),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [text])
  // Cameras need dark squares on a light ground, in the dark theme as well.
  return (
    <div className="size-52 max-w-full rounded bg-white text-black">
      {drawing && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges">
          <path d={drawing.path} fill="currentColor" />
        </svg>
      )}
    </div>
  )
}
