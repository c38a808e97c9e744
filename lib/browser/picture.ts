import 'client-only'
import { limits, picturePath } from '@/lib/site'
import { apiBase } from './base'
import { identity } from './identity'

const kinds = ['image/png', 'image/jpeg', 'image/webp']

/** Value of a file input's `accept`. */
export const pictureKinds = kinds.join(',')

/** The reason why a file cannot be a profile picture, as a sentence, or null when it can. */
export function pictureProblem(file: { type: string; size: number }): string | null {
  if (!kinds.includes(file.type)) return 'Choose a PNG, JPEG or WebP picture.'
  if (file.size === 0) return 'That file is empty. Choose another picture.'
  if (file.size > limits.pictureBytes) return 'That picture is larger than 5 MB. Choose a smaller one.'
  return null
}

/** The bucket of this deployment's mode, or null where there is none. */
async function openBucket() {
  if (apiBase() === null) return null
  const [{ app, config }, sdk] = await Promise.all([identity(), import('./picture-sdk')])
  if (!config.storageBucket) return null
  const bucket = sdk.getStorage(app, `gs://${config.storageBucket}`)
  // The emulator is reached through this origin, which passes its paths on.
  if (config.emulator) sdk.connectStorageEmulator(bucket, location.hostname, Number(location.port) || 80)
  bucket.maxUploadRetryTime = 15_000
  bucket.maxOperationRetryTime = 10_000
  return { sdk, bucket }
}

/** Address of the stored picture, or null when there is none or it cannot be asked for. */
export async function pictureUrl(uid: string): Promise<string | null> {
  try {
    const opened = await openBucket()
    if (!opened) return null
    const { sdk, bucket } = opened
    // Listed first: asking for a picture that is not there would be an error in the console of everybody without one.
    const folder = sdk.ref(bucket, picturePath(uid)).parent
    const { items } = folder ? await sdk.listAll(folder) : { items: [] }
    const picture = items.find((item) => item.fullPath === picturePath(uid))
    return picture ? await sdk.getDownloadURL(picture) : null
  } catch {
    return null
  }
}

/**
 * Stores a picture that passed `pictureProblem` at the person's own path; the old one stays until
 * the new one is safe.
 * @returns the address of the new picture, or the reason why there is none, as a sentence
 */
export async function uploadPicture(uid: string, file: File): Promise<{ url: string } | { problem: string }> {
  const problem = pictureProblem(file)
  if (problem) return { problem }
  try {
    const opened = await openBucket()
    if (!opened) return { problem: 'Pictures cannot be stored on this site. Nothing was changed.' }
    const { sdk, bucket } = opened
    const picture = sdk.ref(bucket, picturePath(uid))
    await sdk.uploadBytes(picture, file, { contentType: file.type, cacheControl: 'private, max-age=300' })
    return { url: await sdk.getDownloadURL(picture) }
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
    if (code === 'storage/unauthorized' || code === 'storage/unauthenticated') {
      return { problem: 'The picture was refused. Sign in again and try once more. Your old picture is still there.' }
    }
    return {
      problem: 'The picture did not arrive. Check your connection and try again. Your old picture is still there.',
    }
  }
}
