import { useTranslations } from 'next-intl'
import { type BlogTag, tagKey } from '@/lib/site'

/** Names tags in the page's language. */
export function useTagName(): (tag: string) => string {
  const t = useTranslations('blogTagNames')
  return (tag) => t(tagKey(tag as BlogTag))
}
