import { inline } from '@/components/ui/inline'
import { storageKeys } from '@/lib/site'
import { tokens } from '@/lib/tokens'

type Keys = {
  theme: string
  session: string
  copy: string
  light: string
  dark: string
  /** Milliseconds and megabits a second: a slower line is a slow one. */
  rtt: number
  downlink: number
}

/**
 * Runs in the page's head before the first paint, and stays: theme, session hint and trial gate as
 * attributes of the root, which the style sheet reads. It is sent as its own source text, so it may
 * use nothing from outside its body, and it must not throw: with storage blocked everybody is an
 * anonymous visitor with the system's theme. The gate's rule is `trialGate`; one table tests both.
 */
function early(keys: Keys) {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const read = (kind: 'localStorage' | 'sessionStorage', key: string) => {
    try {
      return window[kind].getItem(key)
    } catch {
      return null
    }
  }
  const parse = (text: string | null) => {
    try {
      return JSON.parse(text || 'null')
    } catch {
      return null
    }
  }
  const each = (selector: string, change: (element: Element) => void) =>
    document.querySelectorAll(selector).forEach(change)

  // Ours alone: one that was rendered would be rendered anew, and win, once the page hydrates.
  const bar = document.head.appendChild(document.createElement('meta'))
  bar.name = 'theme-color'

  /** What follows the theme, whoever set it: the browser's own bar above the page, and the name of each toggle. */
  const follow = () => {
    const isDark = root.classList.contains('dark')
    bar.content = isDark ? keys.dark : keys.light
    each('[data-theme-toggle]', (toggle) =>
      toggle.setAttribute('aria-label', `Switch to ${isDark ? 'light' : 'dark'} mode`),
    )
  }
  /** The page, and what the browser draws itself in it. */
  const paint = (isDark: boolean) => {
    root.classList.toggle('dark', isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
    follow()
  }
  const theme = () => {
    const choice = read('localStorage', keys.theme)
    paint(choice === 'dark' || (choice !== 'light' && dark.matches))
  }
  const session = () => {
    const hint = parse(read('localStorage', keys.session))
    const signedIn = !!hint?.uid
    const copy = signedIn && parse(read('sessionStorage', keys.copy))
    const plan = copy && copy.uid === hint.uid && copy.at === hint.at && copy.plan
    const open = !signedIn || (plan && (!plan.subscription?.id || plan.isUnSubscribed))
    root.dataset.session = signedIn ? 'in' : 'out'
    root.dataset.trial = open && !/auth|pricing/.test(location.pathname + location.search) ? 'on' : 'off'
    each('a[data-pricing-link]', (link) => {
      const bare = (link.getAttribute('href') || '').split('?')[0]
      link.setAttribute('href', `${bare}${signedIn ? '?c=true' : ''}`)
    })
  }
  /**
   * The font is asked for before any text needs it. Text waits a moment for a font that is on its way, on a slow line
   * always in vain: there the first page of a visit does without, and the font comes when nothing else does, for the
   * pages after it: three seconds behind the load, when what islands start from has come.
   */
  const font = () => {
    const { connection } = navigator as { connection?: { rtt?: number; downlink?: number; saveData?: boolean } }
    const { rtt = 0, downlink = keys.downlink, saveData = false } = connection ?? {}
    const { fonts } = document as { fonts?: FontFaceSet }
    const load = () =>
      void fonts?.load(`1em ${getComputedStyle(root).getPropertyValue('--figtree')}`).catch(() => undefined)
    const isFast = rtt <= keys.rtt && downlink >= keys.downlink
    if (isFast || document.referrer.startsWith(`${location.origin}/`)) return load()
    root.dataset.line = 'slow'
    if (!saveData) addEventListener('load', () => setTimeout(load, 3000))
  }
  const both = () => {
    theme()
    session()
  }

  both()
  font()
  document.addEventListener('DOMContentLoaded', both)
  dark.addEventListener('change', theme)
  new MutationObserver(follow).observe(root, { attributeFilter: ['class'] })
  addEventListener('storage', both)
  addEventListener('pageshow', (event) => event.persisted && both())
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('[data-theme-toggle]'))) return
    const next = root.classList.contains('dark') ? 'light' : 'dark'
    paint(next === 'dark')
    try {
      localStorage.setItem(keys.theme, next)
    } catch {
      return
    }
    // next-themes, where a page loads it, hears of a change in this tab only in this way.
    dispatchEvent(new StorageEvent('storage', { key: keys.theme, newValue: next }))
  })
}

/** The inline script of the document's head: no request, no library, the same bytes on every page. */
export const earlyScript = inline(early, {
  theme: storageKeys.theme,
  session: storageKeys.session,
  copy: storageKeys.copy,
  light: tokens.light.bg,
  dark: tokens.dark.bg,
  rtt: 250,
  downlink: 2,
})
