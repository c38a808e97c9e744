import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { tokens } from './lib/tokens'

/** Theme colours are CSS variables. */
const token = (name: string) => `var(--${name})`

/** A pause in a drawing: the voice's colour, mixed with the background. */
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
    /** 18 px × 1.2ⁿ, each with its line height. */
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
      '7xl': ['4.84rem', '1.03'],
    },
    fontWeight: { normal: '400', semibold: '600' },
    borderRadius: { none: '0', sm: '0.25rem', DEFAULT: '0.5rem', lg: '1rem', full: '999px' },
    boxShadow: { none: 'none' },
    extend: {
      fontFamily: { sans: 'var(--sans)' },
      maxWidth: { measure: 'var(--measure)', page: '75rem' },
      /** Narrower with large text, and at least the safe area. */
      padding: {
        gut: 'max(clamp(min(1.25rem, 6.25vw), 5vw, 4.5rem), env(safe-area-inset-left), env(safe-area-inset-right))',
      },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant, addUtilities }) => {
      // Print always uses the light theme.
      addBase({ ':root': variables(tokens.light), '@media not print': { '.dark': variables(tokens.dark) } })
      /** The head script sets these attributes before the first paint. */
      addVariant('signed-in', 'html[data-session=in] &')
      addVariant('trial-off', 'html[data-trial=off] &')
      /** Has access, or is signed in and the plan is not known yet. */
      addVariant('member', ['html[data-session=in][data-trial=off] &', 'html[data-resumable] &'])
      /** Has already had the free trial or a plan. */
      addVariant('trial-used', 'html[data-trial-used] &')
      /** The plan is cancelled, but still runs. */
      addVariant('resumable', 'html[data-resumable] &')
      /** No scripting and no `command` support. Every browser with both of these features supports `command`. */
      addVariant('no-command', {
        '@media (scripting: none)': { '@supports not (selector(:open) and (view-transition-name: none))': '@slot' },
      })
      /** No scripting, a browser that is too old, or scripts that did not arrive. */
      addVariant('scriptless', ['@media (scripting: none)', 'html[data-browser=old] &', 'html[data-scripts=missing] &'])
      /** A query was typed before the search scripts loaded. */
      addVariant(
        'awaited',
        'html:has(#offline:empty) [data-island]:not([data-ready]) [role=search]:has(input:not(:placeholder-shown)) &',
      )
      /** The choice about third-party scripts; `open`: reopened from the footer. */
      addVariant('choices-accepted', 'html[data-choices=open][data-consent=accepted] &')
      addVariant('choices-declined', 'html[data-choices=open][data-consent=declined] &')
      addVariant('choice-made', 'html:not([data-consent=ask]) &')
      /** Sets a background, and the colour that drawings on it mix with. */
      addUtilities(
        Object.fromEntries(
          grounds.map((name) => [`.ground-${name}`, { backgroundColor: token(name), '--paper': token(name) }]),
        ),
      )
    }),
  ],
} satisfies Config
