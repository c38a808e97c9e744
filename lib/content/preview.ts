import { draftMode, headers } from 'next/headers'
import { env } from '@/lib/env'
import { hasPreviewPass } from '@/lib/preview-pass'

/** Whether whoever asks may see drafts: the framework's cookie alone lets nobody. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasPreviewPass((await headers()).get('cookie'), env().revalidateSecret)
}
