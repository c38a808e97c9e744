import { limits, optimisedPicture } from '@/lib/site'

type CroppedPictureProps = {
  /** An illustration of `public/pictures`. */
  src: string
  /** The box in CSS pixels; the picture is cropped to it. */
  width: number
  height: number
  className?: string
}

/** A decorative illustration, cropped to its box. It loads when it comes near the window. */
export function CroppedPicture({ src, width, height, className = '' }: CroppedPictureProps) {
  const offered = limits.imageWidths.filter((each) => each < 3 * width)
  return (
    // `next/image` is a client component, and would bring a script to pages that need none.
    // oxlint-disable-next-line next/no-img-element
    <img
      src={optimisedPicture(src, offered.at(-1) ?? limits.imageWidths[0])}
      srcSet={offered.map((each) => `${optimisedPicture(src, each)} ${each}w`).join(', ')}
      sizes={`${width}px`}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      decoding="async"
      className={`object-cover ${className}`.trim()}
    />
  )
}
