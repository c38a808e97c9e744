import * as z from 'zod'
import { readCopyFolder } from '@/lib/content/content-files'
import { type PictureSource, pictureSource } from '@/lib/content/render/pictures'

const picture = z
  .string()
  .regex(
    /^\/pictures\/[\w/-]+\.(png|jpe?g|webp|avif)$/,
    'expected an address such as /pictures/app/practice.png, with its file in public/pictures',
  )

const schema = z.strictObject({
  picture,
  dark: picture.optional(),
  alt: z.string().min(1, 'expected what the screen shows, for people who do not see it').max(300),
  caption: z.string().min(1, 'expected a short caption').max(80),
})

export type AppScreen = { light: PictureSource; dark: PictureSource | null; alt: string; caption: string }

const minWidth = 540

async function readScreenshot(file: string, url: string): Promise<PictureSource> {
  const source = await pictureSource(url).catch((error: unknown) => {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
  if (source.width >= minWidth && source.height > source.width) return source
  throw new Error(
    `${file}: ${url} has ${source.width} × ${source.height} pixels; expected a screenshot of a phone held upright, at least ${minWidth} pixels wide.`,
  )
}

/**
 * Screenshots of the app by file name; empty until the owner adds some.
 * @throws {Error} naming the file and what was expected
 */
export async function readAppScreens(folder = 'app-screens'): Promise<AppScreen[]> {
  const files = await readCopyFolder(folder, schema)
  return Promise.all(
    files.map(async ({ file, data: { picture: light, dark, alt, caption } }) => ({
      light: await readScreenshot(file, light),
      dark: dark === undefined ? null : await readScreenshot(file, dark),
      alt,
      caption,
    })),
  )
}
