import { useLocale } from 'next-intl'
import type { ComponentProps } from 'react'
import { localPath } from '@/lib/locales'

/** A link to a page of the site in the language of this page; other addresses stay as they are. */
export const Link = ({ href, children, ...native }: ComponentProps<'a'> & { href: string }) => (
  <a href={localPath(href, useLocale())} {...native}>
    {children}
  </a>
)
