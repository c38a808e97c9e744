import { inline } from '@/components/ui/inline'
import { publicEnv } from '@/lib/mode'
import { storageKeys } from '@/lib/site'

type ConsentSettings = {
  key: string
  /** The heatmap runs only on production hosts. */
  hosts: string[]
  /** Prefixes of the site's own storage keys. */
  own: string[]
}

/**
 * Loads third-party scripts after consent; Global Privacy Control counts as no.
 * The bar is in the HTML, and attributes on the root show it.
 */
function consent({ key, hosts, own }: ConsentSettings) {
  const root = document.documentElement
  const refusesTracking = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
  let loaded = false
  let opener: HTMLElement | null = null

  const bar = () => document.getElementById('consent')
  const storedChoice = () => {
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
    const addresses = [chat, analytics, hosts.includes(location.hostname) ? heatmap : undefined]
    for (const src of addresses) {
      if (!src) continue
      loaded = true
      const script = document.createElement('script')
      script.src = src
      script.async = true
      document.body.append(script)
    }
  }
  const applyChoice = () => {
    root.dataset.consent = refusesTracking ? 'declined' : storedChoice()
    root.toggleAttribute('data-gpc', refusesTracking)
    if (document.readyState === 'complete') load()
  }
  /** Returns the focus when the bar closes. */
  const close = (change?: () => void) => {
    const hadFocus = bar()?.contains(document.activeElement)
    delete root.dataset.choices
    change?.()
    const next = opener ?? (hadFocus ? document.getElementById('main') : null)
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
        for (const name of Object.keys(store))
          if (!own.some((prefix) => name.startsWith(prefix))) store.removeItem(name)
    } catch {
      return
    }
  }
  const choose = (choice: 'accepted' | 'declined') => {
    const previous = root.dataset.consent
    try {
      localStorage.setItem(key, choice)
    } catch {
      // Without storage, the choice is valid for this page.
    }
    close(() => (root.dataset.consent = choice))
    if (choice === 'accepted') load()
    else if (previous === 'accepted') withdraw()
  }
  const withdraw = () => {
    deleteForeignData()
    // A running script cannot be unloaded.
    if (loaded) location.reload()
  }
  /** Another tab may have chosen. */
  const applyChoiceElsewhere = () => {
    applyChoice()
    if (loaded && root.dataset.consent !== 'accepted') withdraw()
  }

  applyChoice()
  addEventListener('load', load)
  addEventListener('pageshow', (event) => event.persisted && applyChoiceElsewhere())
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) applyChoiceElsewhere()
  })
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-consent-do]')
    if (!button) return
    const action = button.dataset.consentDo
    if (action === 'open') {
      opener = button
      root.dataset.choices = 'open'
      bar()?.focus()
    } else if (action === 'close') close()
    else choose(action === 'accept' && !refusesTracking ? 'accepted' : 'declined')
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
