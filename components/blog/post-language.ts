import { useLocale, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import type { PostSummary } from '@/lib/contract/content'
import { defaultLocale, localPath } from '@/lib/locales'
import { type BlogTag, paths, messageKey } from '@/lib/site'

/** A post's address, and its language where that is not the page's own. */
export function usePostLanguage({ slug, lang, locale = defaultLocale }: Pick<PostSummary, 'slug' | 'lang' | 'locale'>) {
  const page = useLocale()
  const text = lang ?? locale
  const isElsewhere = locale !== page
  return {
    href: localPath(paths.post(slug), locale),
    lang: text === page ? undefined : text,
    hrefLang: isElsewhere ? locale : undefined,
    /** Shown beside posts of another language, such as “English”. */
    name: isElsewhere ? new Intl.DisplayNames([page], { type: 'language' }).of(text) : undefined,
  }
}

/** Names tags in the page's language. */
export function useTagName(): (tag: string) => string {
  const t = useTranslations('blogTagNames')
  return useCallback((tag) => t(messageKey(tag as BlogTag)), [t])
}
