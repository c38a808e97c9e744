import { Drawing } from '@/components/ui/drawing'
import { cover } from '@/components/ui/score'

/** Long enough to fill any box when it is scaled by the box's height. */
const widths = { box: 720, band: 2600 }
const height = 240

type CoverProps = { slug: string; shape?: 'box' | 'band'; className: string }

/** A post's own drawing, cut to its box; it is decoration, and the same wherever the post is shown. */
export function Cover({ slug, shape = 'box', className }: CoverProps) {
  const width = widths[shape]
  const { marks } = cover(slug, width, height)
  return (
    <Drawing
      width={width}
      height={height}
      marks={marks}
      fit="slice"
      className={`w-full overflow-hidden! ${className}`}
    />
  )
}
