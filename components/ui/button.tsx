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

/** Each is a component of the style sheet: most pages have six buttons, and a list of their utilities would stand at each. */
const variants = { primary: 'button', alt: 'button button-alt', danger: 'button button-danger' }

/** The look of a button, for an element that cannot be a `Button`. */
export function buttonClass({ variant = 'primary', size = 'normal', wide }: Look, extra = ''): string {
  return `${variants[variant]}${size === 'big' ? ' button-big' : ''}${wide ? ' w-full' : ''}${extra && ` ${extra}`}`
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
