import { draftMode } from 'next/headers'
import { post } from '@/lib/content/posts'
import { only, publicly } from '@/lib/server/handle'
import { paths } from '@/lib/site'

/** Ends the preview in this browser, and leads back to the post as others see it, or to the blog. */
export const { GET, POST, PUT, PATCH, DELETE } = only(
  'POST',
  publicly(async (request) => {
    const form = await request.formData().catch(() => null)
    const slug = String(form?.get('slug') ?? '')
    const mode = await draftMode()
    mode.disable()
    const location = (await post(slug)) ? paths.post(slug) : paths.blog
    return new Response(null, { status: 303, headers: { Location: location } })
  }),
)
