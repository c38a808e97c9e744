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

function uploadProblem(code: string, isSent: boolean): string {
  if (accessDenied.test(code)) return 'The picture was refused. Sign in again and try once more. Nothing was changed.'
  if (code === 'storage/quota-exceeded') return 'There is no room for pictures right now. Nothing was changed.'
  return isSent
    ? 'We don’t know whether the picture arrived. Check your connection and try again.'
    : 'The picture wasn’t sent. Check your connection and try again. Nothing was changed.'
}

/**
 * The old picture stays until the new one is complete. Never throws.
 * @param png at most 5 MB
 */
export async function uploadPicture(uid: string, png: Blob): Promise<{ url: string } | { problem: string }> {
  let isSent = false
  try {
    const storage = await openBucket()
    if (!storage) return { problem: noBucket }
    const { sdk, bucket } = storage
    const picture = sdk.ref(bucket, picturePath(uid))
    isSent = true
    await sdk.uploadBytesResumable(picture, png, {
      contentType: 'image/png',
      cacheControl: 'private, max-age=300',
    })
    // Without the stored picture's URL, show the local one.
    return { url: await sdk.getDownloadURL(picture).catch(() => URL.createObjectURL(png)) }
  } catch (cause) {
    return { problem: uploadProblem(errorCodeOf(cause), isSent) }
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
