import { Drawing } from '@/components/ui/drawing'
import { cover, coverHeight } from '@/lib/score'

/** A box is as wide as it stands beside a title in a list; a band, said three times, fills the widest window. */
const widths = { box: 400, band: 1400 }
const bands = 3

type CoverProps = { slug: string; shape?: 'box' | 'band'; className: string }

/**
 * A post's own drawing; it is decoration, and the same wherever the post is shown. In a box all of it is seen,
 * and the waterline goes on where the box is wider; a band is cut at its far edge, and begins anew where a window is
 * wider than it.
 */
export function Cover({ slug, shape = 'box', className }: CoverProps) {
  const width = widths[shape]
  const { marks, line, end } = cover(slug, width, shape)
  return (
    <Drawing
      width={shape === 'band' ? bands * width : width}
      again={shape === 'band' ? { id: 'cover.band', every: end, times: bands } : undefined}
      height={coverHeight}
      marks={marks}
      line={line}
      // Where covers stand, a unit is less than a pixel or little more.
      parts={1}
      runs="both"
      fit={shape === 'band' ? 'slice' : 'meet'}
      className={`w-full overflow-hidden ${shape === 'band' ? 'rtl:-scale-x-100 ' : ''}${className}`}
    />
  )
}
