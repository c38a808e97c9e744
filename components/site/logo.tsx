import { paths, siteName } from '@/lib/site'
import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells } from '@/lib/score'

const size = 20
const mark = [...swells(0, 15, [size], 'above'), rest(size, 15, size, areaOf([size]), 'below')]

/** The name and its mark, a sound and a pause of one weight; leads home. */
export function Logo() {
  return (
    <a href={paths.home} className="logo">
      <Drawing width={40} height={20} marks={mark} className="w-10" />
      {siteName}
    </a>
  )
}
