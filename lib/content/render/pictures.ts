import type { Element } from 'hast'
import type { Image, Nodes, PhrasingContent, Root } from 'mdast'
import { imageSizeFromFile } from 'image-size/fromFile'
import path from 'node:path'
import { reasonOf } from '@/lib/content/content-files'
import { limits, optimisedPicture } from '@/lib/site'
import { element, inserted, type Inserted, nodesIn, parseLine, replaceNodes, wrap, type Wrap } from './markdown'

type Size = { width: number; height: number }
export type Picture = Size & { url: string; alt: string }

/** Width of the text column: 66 characters, or the window without margins. */
const sizes = '(min-width: 54em) 48rem, 90vw'

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

/** EXIF orientations from 5 on are rotated by 90 degrees. */
export const rotated = ({ width, height, orientation = 1 }: Size & { orientation?: number }): Size =>
  orientation > 4 ? { width: height, height: width } : { width, height }

const folder = path.join(process.cwd(), 'public')

async function sizeOf(url: string): Promise<Size> {
  try {
    const file = path.join(folder, decodeURI(url))
    if (!file.startsWith(folder + path.sep)) throw new Error('it is not in public/.')
    const size = await imageSizeFromFile(file)
    if (size.width * size.height > limits.picturePixels)
      throw new Error(`it has more than ${limits.picturePixels / 1e6} megapixels.`)
    return rotated(size)
  } catch (error) {
    throw new Error(`the picture public${url} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

export type PictureSource = Size & { src: string; srcSet: string }

export async function pictureSource(url: string): Promise<PictureSource> {
  const size = await sizeOf(url)
  return { ...size, ...offeredSizes(url, size.width) }
}

/** The folder that the optimiser accepts (next.config.ts). */
const isLocalPicture = (url: string) => url.startsWith('/pictures/')
const isExternal = (url: string) => /^([a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url)

async function readPicture({ url, alt }: Image): Promise<Picture> {
  if (isLocalPicture(url)) return { url, alt: alt ?? '', ...(await sizeOf(url)) }
  throw new Error(`the picture “${url}”: expected an address such as /pictures/lake.jpg, in public/pictures.`)
}

/** Pictures of other sites become links and are not loaded; within a link they become its text. */
function linkTo({ url, title = null, alt }: Image, isInLink: boolean): Nodes {
  const text: Nodes = { type: 'text', value: alt || URL.parse(url)?.host || url }
  return isInLink ? text : { type: 'link', url, title, children: [text] }
}

/** A picture alone in its paragraph becomes a figure with its title as caption. */
export async function replacePictures(tree: Root): Promise<void> {
  const pictures = new Map<Nodes, Picture>()
  for (const node of nodesIn(tree)) {
    const line = `line ${node.position?.start.line}: `
    if (node.type === 'imageReference') throw new Error(`${line}write the picture’s address in round brackets.`)
    if (node.type !== 'image' || isExternal(node.url)) continue
    const picture = await readPicture(node).catch((error: unknown) => {
      throw new Error(line + reasonOf(error), { cause: error })
    })
    pictures.set(node, picture)
  }
  replaceNodes(tree, (node) => {
    const only = node.type === 'paragraph' && node.children.length === 1 ? node.children[0] : undefined
    const picture = only && pictures.get(only)
    if (only?.type !== 'image' || !picture) return null
    return [pictureFigure(picture, only.title ? parseLine(only.title) : [])]
  })
  replaceNodes(tree, (node, { type }) => {
    if (node.type !== 'image') return null
    const picture = pictures.get(node)
    return [picture ? pictureNode(picture) : linkTo(node, type === 'link' || type === 'linkReference')]
  })
}
