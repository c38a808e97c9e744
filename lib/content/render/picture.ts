import type { Element } from 'hast'
import type { PhrasingContent } from 'mdast'
import { limits } from '@/lib/site'
import { element } from './html-tree'
import { made, wrap, type Made, type Wrap } from './text-tree'

/** A picture of this site's own, with its size in pixels. */
export type Picture = { url: string; alt: string; width: number; height: number }

/** The column of text: 66 letters where there is room, else the window less its margins. */
const sizes = '(min-width: 54em) 48rem, 90vw'

const optimised = (url: string, width: number) =>
  `/_next/image?url=${encodeURIComponent(url)}&w=${width}&q=${limits.imageQuality}`

/** Attributes as `next/image` sets them, without its component: bodies are rendered outside of React. */
function img({ url, alt, width, height }: Picture): Element {
  const still = { alt, width, height, loading: 'lazy', decoding: 'async' }
  // The optimiser leaves drawings alone.
  if (/\.svg$/i.test(url)) return element('img', { ...still, src: url })
  const { imageWidths } = limits
  const enough = imageWidths.findIndex((each) => each >= width)
  const offered = enough < 0 ? imageWidths : imageWidths.slice(0, enough + 1)
  const srcSet = offered.map((each) => `${optimised(url, each)} ${each}w`).join(', ')
  return element('img', {
    ...still,
    sizes,
    srcSet,
    src: optimised(url, offered.at(-1) ?? width),
  })
}

/** A picture in the midst of a text. */
export const pictureIn = (picture: Picture): Made => made(img(picture))

/** A picture that stands by itself, with its caption where there is one. */
export function pictureFigure(picture: Picture, caption: PhrasingContent[]): Wrap {
  return wrap('figure', [pictureIn(picture), ...(caption.length > 0 ? [wrap('figcaption', caption)] : [])])
}
