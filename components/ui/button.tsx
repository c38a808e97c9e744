import { useLocale } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { localPath } from '@/lib/locales'

/** A link to a page of the site in the language of this page; other addresses stay as they are. */
export const Link = ({ href, children, ...native }: ComponentProps<'a'> & { href: string }) => (
  <a href={localPath(href, useLocale())} {...native}>
    {children}
  </a>
)

/** A link in a message. */
export const linkTo = (href: string) => (words: ReactNode) => (
  <Link href={href} className="link">
    {words}
  </Link>
)

type Look = {
  variant?: 'primary' | 'alt' | 'danger'
  size?: 'big'
  wide?: boolean
  /** Announced to assistive technology and shown after a while; presses are ignored. */
  busy?: boolean
}
type LinkProps = ComponentProps<'a'> & { href: string; busy?: undefined }
type PressProps = ComponentProps<'button'> & { href?: undefined }
type ButtonProps = Look & (LinkProps | PressProps)

/** CSS classes instead of utilities, to keep pages small. */
const variants = { primary: 'button', alt: 'button button-alt', danger: 'button button-danger' }

/** A link if `href` is given, otherwise a button. */
export function Button({ variant = 'primary', size, wide, busy, className, children, ...native }: ButtonProps) {
  const look = [variants[variant], size && 'button-big', wide && 'w-full', className].filter(Boolean).join(' ')
  const state = busy ? ({ 'aria-busy': true, 'aria-disabled': true, onClick: undefined } as const) : {}
  if (native.href !== undefined)
    return (
      <Link {...native} className={look}>
        {children}
      </Link>
    )
  return (
    <button type="button" {...native} {...state} className={look}>
      {children}
    </button>
  )
}
