import type { PixelSize } from './picture-size'

/** The square that is kept of a picture: `zoom` from 1 to `maxZoom`, `left` and `top` from 0 to 1 of the room there is. */
export type Crop = { zoom: number; left: number; top: number }
/** A square of a picture, in its pixels. */
type Square = { x: number; y: number; side: number }

export const maxZoom = 4
/** The whole height or width, from the middle. */
export const wholeCrop: Crop = { zoom: 1, left: 0.5, top: 0.5 }

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Pixels that the square can be moved by, across and down. */
export function roomOf({ width, height }: PixelSize, zoom: number): { across: number; down: number } {
  const side = Math.min(width, height) / zoom
  return { across: width - side, down: height - side }
}

export function squareOf(size: PixelSize, { zoom, left, top }: Crop): Square {
  const { across, down } = roomOf(size, zoom)
  return { x: across * left, y: down * top, side: Math.min(size.width, size.height) / zoom }
}

/** The crop with another zoom, about the same middle, as far as the picture reaches. */
export function zoomed(size: PixelSize, crop: Crop, zoom: number): Crop {
  const next = within(zoom, 1, maxZoom)
  const before = squareOf(size, crop)
  const side = Math.min(size.width, size.height) / next
  const room = roomOf(size, next)
  const part = (start: number, space: number) =>
    space > 0 ? within((start + (before.side - side) / 2) / space, 0, 1) : 0.5
  return { zoom: next, left: part(before.x, room.across), top: part(before.y, room.down) }
}

/**
 * The crop after the picture was pulled about.
 * @param by how far, as parts of the square's side: 1 across pulls it by its whole width to the right
 */
export function pulled(size: PixelSize, crop: Crop, by: { across: number; down: number }): Crop {
  const { side } = squareOf(size, crop)
  const room = roomOf(size, crop.zoom)
  const part = (now: number, move: number, space: number) =>
    space > 0 ? within(now - (move * side) / space, 0, 1) : now
  return {
    zoom: crop.zoom,
    left: part(crop.left, by.across, room.across),
    top: part(crop.top, by.down, room.down),
  }
}
