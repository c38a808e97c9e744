import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { tokens } from './lib/tokens'

/** Each name stands for a CSS variable, to which each theme gives its value. */
const token = (name: string) => `var(--${name})`

/** A rest is its voice's own colour, thinned with the ground that the drawing stands on. */
const rest = (voice: string) => `color-mix(in srgb, var(--${voice}) var(--mix), var(--paper, var(--bg)))`

const variables = (theme: Record<string, string>) =>
  Object.fromEntries(Object.entries(theme).map(([name, colour]) => [`--${name}`, colour]))

const grounds = ['bg', 'surface', 'sunken', 'tint']

export default {
  darkMode: 'class',
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}', './lib/score.ts'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      bg: token('bg'),
      surface: token('surface'),
      sunken: token('sunken'),
      tint: token('tint'),
      text: token('text'),
      muted: token('muted'),
      primary: { DEFAULT: token('primary'), rest: rest('primary') },
      'on-primary': token('on-primary'),
      accent: { DEFAULT: token('accent'), rest: rest('accent') },
      danger: token('danger'),
      success: token('success'),
      warning: token('warning'),
      border: token('border'),
      focus: token('focus'),
      hair: token('hair'),
    },
    /** Eighteen pixels times 1.2 to the n; the line height comes with the size. */
    fontSize: {
      sm: ['0.9375rem', '1.55'],
      base: ['1.125rem', '1.611'],
      md: ['1rem', '1.4'],
      lg: ['1.35rem', '1.5'],
      xl: ['1.62rem', '1.4'],
      '2xl': ['1.944rem', '1.22'],
      '3xl': ['2.333rem', '1.16'],
      '4xl': ['2.8rem', '1.14'],
      '5xl': ['3.36rem', '1.1'],
      '6xl': ['4.03rem', '1.08'],
      '7xl': ['4.84rem', '1.03'],
    },
    fontWeight: { normal: '400', semibold: '600' },
    borderRadius: { none: '0', sm: '0.25rem', DEFAULT: '0.5rem', lg: '1rem', full: '999px' },
    boxShadow: { none: 'none' },
    extend: {
      fontFamily: { sans: 'var(--sans)' },
      maxWidth: { measure: '66ch', page: '75rem' },
      /** Less where letters are very large; never less than what a phone on its side keeps clear for its camera and its round corners. */
      padding: {
        gut: 'max(clamp(min(1.25rem, 6.25vw), 5vw, 4.5rem), env(safe-area-inset-left), env(safe-area-inset-right))',
      },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant, addUtilities }) => {
      // Paper is white, whatever the screen was.
      addBase({ ':root': variables(tokens.light), '@media not print': { '.dark': variables(tokens.dark) } })
      /** Who is here is known before the first paint, from attributes that the early script sets on the root. */
      addVariant('signed-in', 'html[data-session=in] &')
      addVariant('signed-out', 'html:not([data-session=in]) &')
      addVariant('trial-off', 'html[data-trial=off] &')
      addVariant('trial-on', 'html:not([data-trial=off]) &')
      /** Somebody signed in who is offered no trial: a subscriber, or a person whose plan is not known yet. */
      addVariant('member', 'html[data-session=in][data-trial=off] &')
      /** Somebody who has had the free trial, or a plan. */
      addVariant('again', 'html[data-again] &')
      /** Neither a script nor `command` can open a dialog. Every browser with both of these features knows `command`. */
      addVariant('no-command', {
        '@media (scripting: none)': { '@supports not (selector(:open) and (view-transition-name: none))': '@slot' },
      })
      /** Something is looked for, and the scripts that find it are still on their way, or did not come. */
      addVariant(
        'awaited',
        'html:has(#offline:empty) [data-island]:not([data-ready]) [role=search]:has(input:not(:placeholder-shown)) &',
      )
      /** What was chosen about scripts of others, and whether the bar was opened again from the footer. */
      addVariant('gpc', 'html[data-gpc] &')
      addVariant('no-gpc', 'html:not([data-gpc]) &')
      addVariant('choices-accepted', 'html[data-choices=open][data-consent=accepted] &')
      addVariant('choices-declined', 'html[data-choices=open][data-consent=declined] &')
      addVariant('asks-not', 'html:not([data-consent=ask]) &')
      /** A ground paints itself and tells the drawings on it what paper they stand on. */
      addUtilities(
        Object.fromEntries(
          grounds.map((name) => [`.ground-${name}`, { backgroundColor: token(name), '--paper': token(name) }]),
        ),
      )
    }),
  ],
} satisfies Config
