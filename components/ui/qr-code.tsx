type QrCodeProps = {
  /** From `qrImage`; null while it loads. */
  src: string | null
  label: string
  className?: string
}

/** Cameras need dark on light, also in the dark theme. */
export const QrCode = ({ src, label, className = 'size-52' }: QrCodeProps) => (
  <div className={`max-w-full rounded bg-white ${className}`}>
    {src && (
      // A data URL needs no optimising.
      // oxlint-disable-next-line next/no-img-element
      <img src={src} alt={label} className="size-full rounded [image-rendering:pixelated]" />
    )}
  </div>
)
