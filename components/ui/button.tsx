import type { ComponentProps } from 'react'

type Look = {
  variant?: 'primary' | 'alt' | 'danger'
  size?: 'normal' | 'big'
  /** Fills its container. */
  wide?: boolean
  /** Something is under way: said to assistive technology, shown after a while, and a press does nothing. The name stays. */
  busy?: boolean
}
type LinkProps = ComponentProps<'a'> & { href: string }
type PressProps = ComponentProps<'button'> & { href?: undefined }

const base =
  'inline-flex items-center justify-center rounded text-center font-semibold no-underline cursor-pointer ' +
  'forced-colors:border-2 forced-colors:border-current ' +
  'aria-disabled:cursor-default disabled:cursor-default disabled:bg-sunken disabled:text-muted'
const variants = {
  primary: 'forced-color-adjust-none bg-primary text-on-primary underline-offset-4 hover:underline hover:decoration-2',
  alt: 'inset-ring-2 inset-ring-border text-primary hover:inset-ring-primary',
  danger: 'inset-ring-2 inset-ring-danger text-danger hover:bg-sunken',
}
const sizes = { normal: 'min-h-12 px-6 py-2 text-md', big: 'min-h-14 px-7 py-2 text-base leading-snug' }

/** The look of a button, for an element that cannot be a `Button`. */
export function buttonClass({ variant = 'primary', size = 'normal', wide }: Look, extra = ''): string {
  return `${base} ${variants[variant]} ${sizes[size]}${wide ? ' w-full' : ''}${extra && ` ${extra}`}`
}

/** A link when `href` is given, a button (of type `button` unless told otherwise) when it is not. */
export function Button({ variant, size, wide, busy, className, children, ...native }: Look & (LinkProps | PressProps)) {
  const look = buttonClass({ variant, size, wide }, className)
  const state = busy ? ({ 'aria-busy': true, 'aria-disabled': true, onClick: undefined } as const) : {}
  if (native.href !== undefined)
    return (
      <a {...native} {...state} className={look}>
        {children}
      </a>
    )
  return (
    <button type="button" {...native} {...state} className={look}>
      {children}
    </button>
  )
}
