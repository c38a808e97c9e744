import { lake } from './lake'
import { path } from './path'
import { rain } from './rain'
import { reeds } from './reeds'
import type { Sheet } from './sheet'
import { tide } from './tide'
import { window } from './window'

/** Every picture of the blog that is made of pixels: its file's name, its size in pixels, and who draws it. */
export const pictures: { name: string; width: number; height: number; draw: (sheet: Sheet) => void }[] = [
  { name: 'tide', width: 1600, height: 900, draw: tide },
  { name: 'reeds', width: 1600, height: 900, draw: reeds },
  { name: 'window', width: 1600, height: 1000, draw: window },
  { name: 'lake', width: 1600, height: 900, draw: lake },
  { name: 'path', width: 1600, height: 1000, draw: path },
  { name: 'rain', width: 1600, height: 900, draw: rain },
]

/** The most bytes a picture may have. */
export const heaviest = 180_000
