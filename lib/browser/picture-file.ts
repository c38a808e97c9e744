import 'client-only'
import { limits } from '@/lib/site'
import { squareOf, type Crop } from './picture-crop'
import { maxPixels, pixelSize } from './picture-size'

const kinds = ['image/png', 'image/jpeg', 'image/webp']

/** Value of a file input's `accept`. */
export const pictureKinds = kinds.join(',')

/** Pixels of each side of the picture that is stored. */
export const pictureSide = 512

/** Longest side, in pixels, of what is held for cropping: at the greatest zoom still `pictureSide` for most pictures. */
const workingSide = 2048

const unreadable = 'That file is not a picture we can read. Choose another.'

/** The reason why a file cannot be a profile picture, as a sentence, or null when it can as far as its name and size say. */
export function pictureProblem(file: { type: string; size: number }): string | null {
  if (!kinds.includes(file.type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (file.size === 0) return 'That file is empty. Choose another picture.'
  if (file.size > limits.pictureBytes) return 'That picture is larger than 5 MB. Choose a smaller one.'
  return null
}

/**
 * Opens a chosen file for cropping: turned as its camera says, and no larger than it need be.
 * @returns the picture, or the reason why there is none, as a sentence
 */
export async function openPicture(file: File): Promise<{ picture: HTMLCanvasElement } | { problem: string }> {
  const problem = pictureProblem(file)
  if (problem) return { problem }
  try {
    const size = pixelSize(await file.arrayBuffer())
    if (!size) return { problem: unreadable }
    if (size.width * size.height > maxPixels) {
      return { problem: 'That picture has more than 50 million pixels. Choose a smaller one, or a screenshot of it.' }
    }
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, workingSide / Math.max(bitmap.width, bitmap.height))
    const picture = document.createElement('canvas')
    picture.width = Math.max(1, Math.round(bitmap.width * scale))
    picture.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = picture.getContext('2d')
    if (!context) return { problem: unreadable }
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, picture.width, picture.height)
    bitmap.close()
    return { picture }
  } catch {
    return { problem: unreadable }
  }
}

/** Draws the kept square of a picture over the whole of another canvas. */
export function drawCrop(picture: HTMLCanvasElement, crop: Crop, onto: HTMLCanvasElement): void {
  const context = onto.getContext('2d')
  if (!context) return
  const { x, y, side } = squareOf(picture, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, onto.width, onto.height)
  context.drawImage(picture, x, y, side, side, 0, 0, onto.width, onto.height)
}

/** The kept square as a PNG of `pictureSide` pixels each way, or null when the browser cannot make one. */
export function croppedPng(picture: HTMLCanvasElement, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  drawCrop(picture, crop, canvas)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
