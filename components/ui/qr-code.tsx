import type { QrDrawing } from './qr-drawing'

type QrCodeProps = { drawing: QrDrawing | null; label: string; className?: string }

/** Cameras need dark on light, also in the dark theme. */
export const QrCode = ({ drawing, label, className = 'size-52' }: QrCodeProps) => (
  <div className={`max-w-full rounded bg-white text-black ${className}`}>
    {drawing && (
      <svg role="img" aria-label={label} viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges">
        <path d={drawing.path} fill="currentColor" />
      </svg>
    )}
  </div>
)
