import 'client-only'
import type { Messages } from 'next-intl'

type PixelSize = { width: number; height: number }

/** Limits memory use. The largest photos of common phones have 108 million pixels. */
const maxPixels = 120_000_000

/** Dimensions from the header: a browser decodes the pixels only when it draws them. */
async function pixelSize(file: File): Promise<PixelSize> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await new Promise((resolve, reject) => Object.assign(image, { onload: resolve, onerror: reject }))
    return { width: image.naturalWidth, height: image.naturalHeight }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** `zoom` from 1 to `maxZoom`; `left` and `top` from 0 to 1. */
export type Crop = { zoom: number; left: number; top: number }
type Square = { x: number; y: number; side: number }

export const maxZoom = 4
export const initialCrop: Crop = { zoom: 1, left: 0.5, top: 0.5 }

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export function freeSpace({ width, height }: PixelSize, zoom: number): { across: number; down: number } {
  const side = Math.min(width, height) / zoom
  return { across: width - side, down: height - side }
}

export function cropSquare(size: PixelSize, { zoom, left, top }: Crop): Square {
  const { across, down } = freeSpace(size, zoom)
  return { x: across * left, y: down * top, side: Math.min(size.width, size.height) / zoom }
}

export function zoomCrop(size: PixelSize, crop: Crop, zoom: number): Crop {
  const next = clamp(zoom, 1, maxZoom)
  const before = cropSquare(size, crop)
  const side = Math.min(size.width, size.height) / next
  const room = freeSpace(size, next)
  const fraction = (start: number, space: number) =>
    space > 0 ? clamp((start + (before.side - side) / 2) / space, 0, 1) : 0.5
  return { zoom: next, left: fraction(before.x, room.across), top: fraction(before.y, room.down) }
}

/** @param by in widths of the square */
export function moveCrop(size: PixelSize, crop: Crop, by: { across: number; down: number }): Crop {
  const { side } = cropSquare(size, crop)
  const room = freeSpace(size, crop.zoom)
  const fraction = (now: number, move: number, space: number) =>
    space > 0 ? clamp(now - (move * side) / space, 0, 1) : now
  return {
    zoom: crop.zoom,
    left: fraction(crop.left, by.across, room.across),
    top: fraction(crop.top, by.down, room.down),
  }
}

export const acceptedPictureTypes = 'image/*'

export const pictureSide = 512

/** Pixels that suffice for `pictureSide` at the highest zoom. */
const workingSide = 2048

type PictureFile = Pick<File, 'name' | 'type' | 'size'>

export type PictureProblem = keyof Messages['account']['picture']['problem']

/** Why the browser cannot open a file. Its size does not matter, because only the crop is sent. */
export function unreadableReason({ name, type, size }: PictureFile): PictureProblem {
  if (size === 0) return 'empty'
  // Systems that cannot read HEIC often do not know its type.
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name)) return 'heic'
  return type !== '' && !type.startsWith('image/') ? 'notPicture' : 'unreadable'
}

/** Opens a file for cropping, rotated by its EXIF data and scaled down. */
export async function openPicture(file: File): Promise<{ picture: HTMLCanvasElement } | { problem: PictureProblem }> {
  const unreadable = { problem: unreadableReason(file) }
  if (file.size === 0) return unreadable
  try {
    const { width, height } = await pixelSize(file)
    if (width * height > maxPixels) return { problem: 'tooLarge' }
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, workingSide / Math.max(bitmap.width, bitmap.height))
    const picture = document.createElement('canvas')
    picture.width = Math.max(1, Math.round(bitmap.width * scale))
    picture.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = picture.getContext('2d')
    if (!context) return unreadable
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, picture.width, picture.height)
    bitmap.close()
    return { picture }
  } catch {
    return unreadable
  }
}

export function drawCrop(picture: HTMLCanvasElement, crop: Crop, canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, side } = cropSquare(picture, crop)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

export function croppedPng(picture: HTMLCanvasElement, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = pictureSide
  canvas.height = pictureSide
  drawCrop(picture, crop, canvas)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
