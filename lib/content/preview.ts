import { draftMode, headers } from 'next/headers'
import { env } from '@/lib/env'
import { hasPreviewPass } from '@/lib/preview-pass'

/** Whether the request may see drafts. The framework's cookie alone is not enough. */
export async function isPreview(): Promise<boolean> {
  if (!(await draftMode()).isEnabled) return false
  return hasPreviewPass((await headers()).get('cookie'), env().revalidateSecret)
}
