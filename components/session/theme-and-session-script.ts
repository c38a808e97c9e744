import { inline } from '@/components/ui/inline'
import { storageKeys } from '@/lib/site'
import { tokens } from '@/lib/tokens'
import { showVisitor, visitorState } from './visitor-state'

/** Runs before the first paint. Sent as source text, so it must not use outside values or throw. */
function setThemeAndSession(keys: typeof shared, stateOf: typeof visitorState, show: typeof showVisitor) {
  const root = document.documentElement
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const read = (key: string) => {
    try {
      return localStorage.getItem(key) ?? sessionStorage.getItem(key)
    } catch {
      return null
    }
  }
  const parse = (text: string | null) => {
    try {
      return JSON.parse(String(text))
    } catch {
      return null
    }
  }
  // React would replace it on hydration.
  const bar = document.head.appendChild(document.createElement('meta'))
  bar.name = 'theme-color'

  const showTheme = () => {
    const isDark = root.classList.contains('dark')
    bar.content = isDark ? keys.dark : keys.light
    for (const toggle of document.querySelectorAll<HTMLElement>('[data-theme-toggle]'))
      toggle.setAttribute('aria-label', toggle.dataset[isDark ? 'toLight' : 'toDark']!)
  }
  const paint = (isDark: boolean) => {
    root.classList.toggle('dark', isDark)
    root.style.colorScheme = isDark ? 'dark' : 'light'
    showTheme()
  }
  const theme = () => {
    const choice = read(keys.theme)
    paint(choice === 'dark' || (choice !== 'light' && dark.matches))
    root.dataset.reading = read(keys.reading) ?? ''
  }
  const session = () => {
    const hint = parse(read(keys.session))
    const signedIn = !!hint?.uid
    const cached = signedIn && parse(read(keys.cached))
    const plan = (cached && cached.uid === hint.uid && cached.at === hint.at && cached.plan) || 'unknown'
    show(stateOf(location.pathname + location.search, signedIn ? plan : 'anonymous'))
  }
  const update = () => {
    theme()
    session()
  }

  update()
  document.addEventListener('DOMContentLoaded', update)
  dark.addEventListener('change', theme)
  new MutationObserver(showTheme).observe(root, { attributeFilter: ['class'] })
  addEventListener('storage', update)
  addEventListener('pageshow', (event) => event.persisted && update())
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('[data-theme-toggle]'))) return
    const next = root.classList.contains('dark') ? 'light' : 'dark'
    paint(next === 'dark')
    try {
      localStorage.setItem(keys.theme, next)
    } catch {
      return
    }
    // In the same tab, next-themes only notices a storage event.
    dispatchEvent(new StorageEvent('storage', { key: keys.theme, newValue: next }))
  })
}

const shared = {
  theme: storageKeys.theme,
  reading: storageKeys.reading,
  session: storageKeys.session,
  cached: storageKeys.cachedSession,
  light: tokens.light.bg,
  dark: tokens.dark.bg,
}

export const themeAndSessionScript = inline(setThemeAndSession, shared, visitorState, showVisitor)
