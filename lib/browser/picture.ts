import 'client-only'
import { picturePath } from '@/lib/site'
import { apiBase } from './config'
import { errorCodeOf } from './sdk-error'
import { openIdentity } from './identity'

async function openBucket() {
  if (apiBase() === null) return null
  const [{ app, config }, sdk] = await Promise.all([openIdentity(), import('./picture-sdk')])
  if (!config.storageBucket) return null
  const bucket = sdk.getStorage(app, `gs://${config.storageBucket}`)
  if (config.emulator) sdk.connectStorageEmulator(bucket, location.hostname, Number(location.port) || 80)
  bucket.maxUploadRetryTime = 15_000
  bucket.maxOperationRetryTime = 10_000
  return { sdk, bucket }
}

export async function pictureUrl(uid: string): Promise<string | null> {
  try {
    const storage = await openBucket()
    if (!storage) return null
    const { sdk, bucket } = storage
    // Listing first avoids a console error for users without a picture.
    const folder = sdk.ref(bucket, picturePath(uid)).parent
    const { items } = folder ? await sdk.listAll(folder) : { items: [] }
    const picture = items.find((item) => item.fullPath === picturePath(uid))
    return picture ? await sdk.getDownloadURL(picture) : null
  } catch {
    return null
  }
}

const noBucket = 'This site can’t store pictures. Nothing was changed.'

const accessDenied = /^storage\/(unauthorized|unauthenticated)$/

function uploadProblem(code: string, isSent: boolean): string | null {
  if (code === 'storage/canceled') return null
  if (accessDenied.test(code)) return 'The picture was refused. Sign in again and try once more. Nothing was changed.'
  if (code === 'storage/quota-exceeded') return 'There is no room for pictures right now. Nothing was changed.'
  return isSent
    ? 'We don’t know whether the picture arrived. Check your connection and try again.'
    : 'The picture wasn’t sent. Check your connection and try again. Nothing was changed.'
}

type UploadOptions = { onProgress: (part: number) => void; signal: AbortSignal }

/**
 * The old picture stays until the new one is complete. Never throws; a null problem means stopped.
 * @param png at most 5 MB
 * @param options `onProgress` gets a part from 0 to 1
 */
export async function uploadPicture(
  uid: string,
  png: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<{ url: string } | { problem: string | null }> {
  let isSent = false
  try {
    const storage = await openBucket()
    if (!storage) return { problem: noBucket }
    if (signal.aborted) return { problem: null }
    const { sdk, bucket } = storage
    const picture = sdk.ref(bucket, picturePath(uid))
    isSent = true
    const task = sdk.uploadBytesResumable(picture, png, {
      contentType: 'image/png',
      cacheControl: 'private, max-age=300',
    })
    signal.addEventListener('abort', () => task.cancel())
    task.on('state_changed', ({ bytesTransferred, totalBytes }) => onProgress(bytesTransferred / (totalBytes || 1)))
    await task
    // Without the stored picture's URL, show the local one.
    return { url: await sdk.getDownloadURL(picture).catch(() => URL.createObjectURL(png)) }
  } catch (cause) {
    return { problem: signal.aborted ? null : uploadProblem(errorCodeOf(cause), isSent) }
  }
}

/** @returns the reason of a failure, or null */
export async function removePicture(uid: string): Promise<string | null> {
  try {
    const storage = await openBucket()
    if (!storage) return noBucket
    await storage.sdk.deleteObject(storage.sdk.ref(storage.bucket, picturePath(uid)))
    return null
  } catch (cause) {
    const code = errorCodeOf(cause)
    if (code === 'storage/object-not-found') return null
    if (accessDenied.test(code)) {
      return 'It was refused. Sign in again and try once more. Your picture is still there.'
    }
    return 'We couldn’t reach the picture storage. Check your connection and try again.'
  }
}
