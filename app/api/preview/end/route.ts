import { draftMode } from 'next/headers'
import { isPublishedPost } from '@/lib/content/posts'
import { bodyLimit, readBody } from '@/lib/server/http/request'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { expiredPreviewCookie } from '@/lib/preview-cookie'
import { defaultLocale, localeOfTag, localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handlePublic(async (request) => {
    const form = new URLSearchParams((await readBody(request, bodyLimit.api)).toString('utf8'))
    const slug = form.get('slug') ?? ''
    const locale = localeOfTag(form.get('lang') ?? '') ?? defaultLocale
    const mode = await draftMode()
    mode.disable()
    const location = localPath((await isPublishedPost(slug, locale)) ? paths.post(slug) : paths.blog, locale)
    return new Response(null, { status: 303, headers: { Location: location, 'Set-Cookie': expiredPreviewCookie } })
  }),
)
