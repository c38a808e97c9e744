import { readFile } from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(process.cwd(), 'node_modules/@fontsource/figtree/files')

/** The site's typeface for pictures, in the two weights that it is set in; read once. */
let fonts: Promise<{ name: string; data: Buffer; weight: 400 | 600 }[]> | undefined

export function figtree() {
  const one = async (weight: 400 | 600) => ({
    name: 'Figtree',
    data: await readFile(path.join(folder, `figtree-latin-${weight}-normal.woff`)),
    weight,
  })
  return (fonts ??= Promise.all([one(400), one(600)]))
}
