import { revalidatePath } from 'next/cache'
import { publicly } from '@/lib/server/handle'
import { assertRevalidateSecret } from '@/lib/server/revalidate'
import { paths } from '@/lib/site'

export const POST = publicly(async (request) => {
  assertRevalidateSecret(request.headers.get('x-revalidate-secret'))
  revalidatePath(paths.blog, 'layout')
  revalidatePath('/sitemap.xml')
  return { revalidated: true }
})
