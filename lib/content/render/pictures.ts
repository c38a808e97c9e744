import type { Element } from 'hast'
import type { Image, Nodes, PhrasingContent, Root } from 'mdast'
import { imageSizeFromFile } from 'image-size/fromFile'
import path from 'node:path'
import { reasonOf } from '@/lib/content/report'
import { limits, optimisedPicture } from '@/lib/site'
import { element, nodesIn, replaceNodes } from './tree'
import { parseLine, inserted, type Inserted, wrap, type Wrap } from './markdown'

export type Picture = { url: string; alt: string; width: number; height: number }

/** Width of the text column: 66 characters, or the window without margins. */
const sizes = '(min-width: 54em) 48rem, 90vw'

/** Optimised sizes up to the picture's width. */
function offeredSizes(url: string, width: number): { src: string; srcSet: string } {
  const { imageWidths } = limits
  const lastIndex = imageWidths.findIndex((each) => each >= width)
  const widths = lastIndex < 0 ? imageWidths : imageWidths.slice(0, lastIndex + 1)
  return {
    src: optimisedPicture(url, widths.at(-1) ?? width),
    srcSet: widths.map((each) => `${optimisedPicture(url, each)} ${each}w`).join(', '),
  }
}

/** Mirrors `next/image`, because bodies are rendered outside of React. */
function img({ url, alt, width, height }: Picture): Element {
  const attributes = { alt, width, height, loading: 'lazy', decoding: 'async' }
  // The image optimiser refuses SVG.
  if (/\.svg$/i.test(url)) return element('img', { ...attributes, src: url })
  return element('img', { ...attributes, sizes, ...offeredSizes(url, width) })
}

const pictureNode = (picture: Picture): Inserted => inserted(img(picture))

export function pictureFigure(picture: Picture, caption: PhrasingContent[]): Wrap {
  return wrap('figure', [pictureNode(picture), ...(caption.length > 0 ? [wrap('figcaption', caption)] : [])])
}

const folder = path.join(process.cwd(), 'public')
const sizesByUrl = new Map<string, Promise<Pick<Picture, 'width' | 'height'>>>()

function fileOf(url: string): string {
  try {
    return path.join(folder, decodeURI(url))
  } catch (error) {
    throw new Error(`the picture “${url}”: its address has a stray %; write %25.`, {
      cause: error,
    })
  }
}

async function measure(url: string): Promise<Pick<Picture, 'width' | 'height'>> {
  if (/[?#]/.test(url)) throw new Error(`the picture “${url}”: expected the name of a file, without ? or #.`)
  const file = fileOf(url)
  if (!file.startsWith(folder + path.sep)) throw new Error(`the picture ${url} is not in public/.`)
  const {
    width,
    height,
    orientation = 1,
  } = await imageSizeFromFile(file).catch((error: unknown) => {
    throw new Error(`the picture public${url} cannot be read: ${reasonOf(error)}`, { cause: error })
  })
  if (width * height > limits.picturePixels)
    throw new Error(`the picture public${url} has more than ${limits.picturePixels / 1e6} megapixels.`)
  // EXIF orientations from 5 on are rotated by 90 degrees.
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

function sizeOf(url: string): Promise<Pick<Picture, 'width' | 'height'>> {
  const cached = sizesByUrl.get(url)
  if (cached) return cached
  const size = measure(url)
  sizesByUrl.set(url, size)
  // Read again, because the file may be added later.
  size.catch(() => sizesByUrl.delete(url))
  return size
}

export type PictureSource = { src: string; srcSet: string; width: number; height: number }

/** @throws {Error} naming an unreadable picture */
export async function pictureSource(url: string): Promise<PictureSource> {
  const size = await sizeOf(url)
  return { ...size, ...offeredSizes(url, size.width) }
}

/** The folder that the optimiser accepts (next.config.ts). */
const isLocalPicture = (url: string) => url.startsWith('/pictures/')
const isExternal = (url: string) => /^([a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url)

/** For pictures inside links, which cannot be nested. */
const textFor = (image: Image): Nodes => ({ type: 'text', value: nameOf(image) })

function nameOf({ url, alt }: Image): string {
  return alt || (URL.canParse(url) && new URL(url).host) || url
}

/** Pictures of other sites become links and are not loaded. */
function linkTo(image: Image): Nodes {
  return {
    type: 'link',
    url: image.url,
    title: image.title ?? null,
    children: [{ type: 'text', value: nameOf(image) }],
  }
}

function resolveReferences(tree: Root): void {
  const definitions = new Map(
    [...nodesIn(tree)].flatMap((node) => (node.type === 'definition' ? [[node.identifier, node]] : [])),
  )
  replaceNodes(tree, (node) => {
    const definition = node.type === 'imageReference' ? definitions.get(node.identifier) : undefined
    if (node.type !== 'imageReference' || !definition) return null
    const { url, title = null } = definition
    return [{ type: 'image', url, title, alt: node.alt ?? null, position: node.position }]
  })
}

/**
 * Adds sizes and optimised addresses to pictures in `public/`. A picture alone in its paragraph becomes a figure with its
 * title as caption.
 * @throws {Error} naming an unreadable picture
 */
export async function replacePictures(tree: Root): Promise<void> {
  resolveReferences(tree)
  const localPictures = new Map<Nodes, Picture>()
  const images = [...nodesIn(tree)].filter((node) => node.type === 'image')
  if (images.length === 0) return
  for (const image of images) {
    const { url, alt, position } = image
    const line = position ? `line ${position.start.line}: ` : ''
    if (isLocalPicture(url)) {
      const size = await sizeOf(url).catch((error: unknown) => {
        throw new Error(line + reasonOf(error), { cause: error })
      })
      localPictures.set(image, { url, alt: alt ?? '', ...size })
    } else if (!isExternal(url)) {
      const expected = 'expected an address such as /pictures/lake.jpg, in public/pictures.'
      throw new Error(`${line}the picture “${url}”: ${expected}`)
    }
  }
  replaceNodes(tree, (node) => {
    const only = node.type === 'paragraph' && node.children.length === 1 ? node.children[0] : undefined
    const picture = only && localPictures.get(only)
    if (only?.type !== 'image' || !picture) return null
    return [pictureFigure(picture, only.title ? parseLine(only.title) : [])]
  })
  const nodesInLinks = new Set(
    [...nodesIn(tree)].flatMap((node) =>
      node.type === 'link' || node.type === 'linkReference' ? [...nodesIn(node)] : [],
    ),
  )
  replaceNodes(tree, (node) => {
    if (node.type !== 'image') return null
    const picture = localPictures.get(node)
    return [picture ? pictureNode(picture) : nodesInLinks.has(node) ? textFor(node) : linkTo(node)]
  })
}
