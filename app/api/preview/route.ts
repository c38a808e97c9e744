import { draftMode } from 'next/headers'
import { readDraftPost, refreshPosts } from '@/lib/content/posts'
import { ApiFailure } from '@/lib/server/http/errors'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher, publisherCookie } from '@/lib/server/http/secret'
import { defaultLocale, localeOfTag, localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

/** Shows drafts to this browser by a cookie, so that the address contains no secret. `lang` names a translation. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async (request) => {
    const query = new URL(request.url).searchParams
    const secret = assertPublisher(query.get('secret'))
    // A new draft is not cached yet. Failures are logged already.
    await refreshPosts().catch(() => undefined)
    const locale = localeOfTag(query.get('lang') ?? '') ?? defaultLocale
    const draft = await readDraftPost(query.get('slug') ?? '', locale)
    if (!draft) throw new ApiFailure('not-found', { message: 'No post or draft has this slug.' })
    const mode = await draftMode()
    mode.enable()
    return new Response(null, {
      status: 307,
      headers: {
        Location: localPath(paths.post(draft.slug), locale),
        'Referrer-Policy': 'no-referrer',
        'Set-Cookie': publisherCookie(secret),
        'X-Robots-Tag': 'noindex',
      },
    })
  }),
)
