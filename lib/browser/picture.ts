import 'client-only'
import { picturePath } from '@/lib/site'
import { apiBase } from './config'
import type { PictureProblem } from './picture-crop'
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

const accessDenied = /^storage\/(unauthorized|unauthenticated)$/

function uploadProblem(code: string, isSent: boolean): PictureProblem {
  if (accessDenied.test(code)) return 'refused'
  if (code === 'storage/quota-exceeded') return 'noRoom'
  return isSent ? 'unknown' : 'notSent'
}

/** The old picture stays until the new one is complete. Never throws. */
export async function uploadPicture(uid: string, png: Blob): Promise<{ url: string } | { problem: PictureProblem }> {
  let isSent = false
  try {
    const storage = await openBucket()
    if (!storage) return { problem: 'noStore' }
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
export async function removePicture(uid: string): Promise<PictureProblem | null> {
  try {
    const storage = await openBucket()
    if (!storage) return 'noStore'
    await storage.sdk.deleteObject(storage.sdk.ref(storage.bucket, picturePath(uid)))
    return null
  } catch (cause) {
    const code = errorCodeOf(cause)
    if (code === 'storage/object-not-found') return null
    return accessDenied.test(code) ? 'removeRefused' : 'removeUnreached'
  }
}
