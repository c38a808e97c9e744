import * as z from 'zod'
import { readCopyFolder, reasonOf } from '@/lib/content/content-files'
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

/** Empty until the owner adds some to the folder, such as `en/app-screens`. */
export async function readAppScreens(folder: string): Promise<AppScreen[]> {
  const files = await readCopyFolder(folder, schema)
  return Promise.all(
    files.map(async ({ file, data: { picture: light, dark, alt, caption } }) => {
      const read = (url: string) =>
        pictureSource(url).catch((error: unknown) => {
          throw new Error(`${file}: ${reasonOf(error)}`, { cause: error })
        })
      return { light: await read(light), dark: dark === undefined ? null : await read(dark), alt, caption }
    }),
  )
}
