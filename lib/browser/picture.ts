import 'client-only'
import { picturePath } from '@/lib/site'
import { apiBase } from './base'
import { codeOf } from './sdk-error'
import { identity } from './identity'

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

const noBucket = 'Pictures cannot be stored on this site. Nothing was changed.'

const refused = /^storage\/(unauthorized|unauthenticated)$/

/** @param sent whether any of it may have left */
function uploadProblem(code: string, sent: boolean): string | null {
  if (code === 'storage/canceled') return null
  if (refused.test(code)) return 'The picture was refused. Sign in again and try once more. Nothing was changed.'
  if (code === 'storage/quota-exceeded') return 'There is no room for pictures right now. Nothing was changed.'
  return sent
    ? 'We do not know whether the picture arrived. Check your connection and try again.'
    : 'The picture was not sent. Check your connection and try again. Nothing was changed.'
}

/** An upload that has begun. `done` never throws; stopped, it ends with a problem of null. */
export type Upload = {
  done: Promise<{ url: string } | { problem: string | null }>
  stop: () => void
}

/**
 * Begins to store a picture at the person's own path; the old one stays until the new one is safe, since
 * the bucket takes a file whole or not at all.
 * @param png at most 5 MB
 * @param progress told how much has arrived, from 0 to 1
 */
export function uploadPicture(uid: string, png: Blob, progress: (part: number) => void): Upload {
  let stopped = false
  let sent = false
  let cancel = () => {}
  async function run(): Promise<{ url: string } | { problem: string | null }> {
    try {
      const opened = await openBucket()
      if (!opened) return { problem: noBucket }
      if (stopped) return { problem: null }
      const { sdk, bucket } = opened
      const picture = sdk.ref(bucket, picturePath(uid))
      sent = true
      const task = sdk.uploadBytesResumable(picture, png, {
        contentType: 'image/png',
        cacheControl: 'private, max-age=300',
      })
      cancel = () => task.cancel()
      task.on('state_changed', ({ bytesTransferred, totalBytes }) => progress(bytesTransferred / (totalBytes || 1)))
      await task
      // It is stored from here on: what cannot be asked for now is shown from this side.
      return { url: await sdk.getDownloadURL(picture).catch(() => URL.createObjectURL(png)) }
    } catch (cause) {
      return { problem: stopped ? null : uploadProblem(codeOf(cause), sent) }
    }
  }
  return {
    done: run(),
    stop: () => {
      stopped = true
      cancel()
    },
  }
}

/** Deletes the person's picture. @returns the reason why it is still there, as a sentence, or null when it is gone */
export async function removePicture(uid: string): Promise<string | null> {
  try {
    const opened = await openBucket()
    if (!opened) return noBucket
    await opened.sdk.deleteObject(opened.sdk.ref(opened.bucket, picturePath(uid)))
    return null
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'storage/object-not-found') return null
    if (refused.test(code)) {
      return 'It was refused. Sign in again and try once more. Your picture is still there.'
    }
    return 'We could not reach the place where pictures are kept. Check your connection and try again.'
  }
}
