import { inline } from '@/components/ui/inline'
import { publicEnv } from '@/lib/mode'
import { storageKeys } from '@/lib/site'

type Given = {
  key: string
  /** The heatmap runs only on production hosts. */
  hosts: string[]
  /** Prefixes of the site's own storage keys. */
  own: string[]
}

/**
 * Loads third-party scripts after consent. Global Privacy Control counts as no.
 * The bar is in the HTML; attributes on the root show it.
 */
function consent({ key, hosts, own }: Given) {
  const root = document.documentElement
  const refusing = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
  let loaded = false
  let opener: HTMLElement | null = null

  const bar = () => document.getElementById('consent')
  const stored = () => {
    try {
      const value = localStorage.getItem(key)
      return value === 'accepted' || value === 'declined' ? value : 'ask'
    } catch {
      return 'ask'
    }
  }
  const load = () => {
    const box = bar()
    if (loaded || !box || root.dataset.consent !== 'accepted') return
    const { chat, analytics, heatmap } = box.dataset
    const wanted = [chat, analytics, hosts.includes(location.hostname) ? heatmap : undefined]
    for (const src of wanted) {
      if (!src) continue
      loaded = true
      const script = document.createElement('script')
      script.src = src
      script.async = true
      document.body.append(script)
    }
  }
  const applyChoice = () => {
    root.dataset.consent = refusing ? 'declined' : stored()
    root.toggleAttribute('data-gpc', refusing)
    if (document.readyState === 'complete') load()
  }
  /** Returns the focus when the bar closes. */
  const close = (change?: () => void) => {
    const held = bar()?.contains(document.activeElement)
    delete root.dataset.choices
    change?.()
    const next = opener ?? (held ? document.getElementById('main') : null)
    next?.focus({ preventScroll: next !== opener })
    opener = null
  }
  /** Removes cookies and storage of third-party scripts. */
  const deleteForeignData = () => {
    for (const pair of document.cookie.split(';')) {
      const name = pair.split('=')[0]?.trim()
      if (!name) continue
      document.cookie = `${name}=;path=/;max-age=0`
      // Analytics cookies are set for the whole domain.
      for (let host = location.hostname; host; host = host.split('.').slice(1).join('.'))
        document.cookie = `${name}=;path=/;max-age=0;domain=${host}`
    }
    try {
      for (const store of [localStorage, sessionStorage])
        for (const name of Object.keys(store)) if (!own.some((start) => name.startsWith(start))) store.removeItem(name)
    } catch {
      return
    }
  }
  const choose = (choice: 'accepted' | 'declined') => {
    const before = root.dataset.consent
    try {
      localStorage.setItem(key, choice)
    } catch {
      // Without storage, the choice is valid for this page.
    }
    close(() => (root.dataset.consent = choice))
    if (choice === 'accepted') load()
    else if (before === 'accepted') withdraw()
  }
  const withdraw = () => {
    deleteForeignData()
    // A running script cannot be unloaded.
    if (loaded) location.reload()
  }
  /** Another tab may have chosen. */
  const applyAgain = () => {
    applyChoice()
    if (loaded && root.dataset.consent !== 'accepted') withdraw()
  }

  applyChoice()
  addEventListener('load', load)
  addEventListener('pageshow', (event) => event.persisted && applyAgain())
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) applyAgain()
  })
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>('[data-consent-do]')
    if (!pressed) return
    const action = pressed.dataset.consentDo
    if (action === 'open') {
      opener = pressed
      root.dataset.choices = 'open'
      bar()?.focus()
    } else if (action === 'close') close()
    else choose(action === 'accept' && !refusing ? 'accepted' : 'declined')
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && root.dataset.choices === 'open') close()
  })
}

export const consentScript = inline(consent, {
  key: storageKeys.consent,
  hosts: [publicEnv.hosts.main, `www.${publicEnv.hosts.main}`],
  own: [storageKeys.theme, 'unhurried-', 'firebase'],
})
