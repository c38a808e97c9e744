import { forgetSession } from '@/components/session/memory'
import { signOut } from '@/components/session/session'
import type { Left } from '@/lib/contract/user'

async function pictureIsGone(uid: string): Promise<boolean> {
  try {
    const { removePicture } = await import('@/lib/browser/picture')
    return (await removePicture(uid)) === null
  } catch {
    return false
  }
}

async function identityIsGone(uid: string): Promise<boolean> {
  try {
    const { removeIdentity } = await import('@/lib/browser/identity')
    return await removeIdentity(uid)
  } catch {
    return false
  }
}

/**
 * After the server has deleted an account: removes what it had no credential for, in the person's own name, and
 * signs out. The picture comes first, since it takes a sign-in.
 * @param left what the server could not remove
 * @returns what is still there
 */
export async function removeRest(uid: string, left: readonly Left[]): Promise<Left[]> {
  const remains: Left[] = []
  if (left.includes('picture') && !(await pictureIsGone(uid))) remains.push('picture')
  if (left.includes('identity') && !(await identityIsGone(uid))) remains.push('identity')
  // The account is gone whatever happens here: its tokens are refused from now on.
  await signOut(uid).catch(forgetSession)
  return remains
}
