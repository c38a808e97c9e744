import { inline } from '@/components/ui/inline'
import { publicEnv } from '@/lib/env/public'
import { storageKeys } from '@/lib/site'

type Given = {
  key: string
  /** Hosts of mode prod: the heatmap runs on no other. */
  hosts: string[]
  /** Beginnings of the names that the site itself and its sign-in keep in the browser. */
  own: string[]
}

/**
 * Asks before any script of others is loaded, and loads them after a yes. It needs nothing but the page:
 * the bar stands in the HTML, its addresses are attributes of it, and the style sheet shows it while the
 * root says `data-consent=ask` or `data-choices=open`. Global Privacy Control is a no that needs no click.
 * A page without addresses (where people sign in, pay or see their profile) loads nothing, whatever was chosen.
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
  const stand = () => {
    root.dataset.consent = refusing ? 'declined' : stored()
    root.toggleAttribute('data-gpc', refusing)
    if (document.readyState === 'complete') load()
  }
  /** Takes the bar away by `change`; a focus that was in it goes back to the opener, or else to the page. */
  const shut = (change?: () => void) => {
    const held = bar()?.contains(document.activeElement)
    delete root.dataset.choices
    change?.()
    const next = opener ?? (held ? document.getElementById('main') : null)
    next?.focus({ preventScroll: next !== opener })
    opener = null
  }
  /** What scripts of others left behind goes with the consent to them. */
  const sweep = () => {
    for (const pair of document.cookie.split(';')) {
      const name = pair.split('=')[0]?.trim()
      if (!name) continue
      document.cookie = `${name}=;path=/;max-age=0`
      // Those who count people set theirs for the whole domain, above `www` too.
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
      // With storage blocked the choice holds for this page.
    }
    shut(() => (root.dataset.consent = choice))
    if (choice === 'accepted') load()
    else if (before === 'accepted') withdraw()
  }
  const withdraw = () => {
    sweep()
    // A script that runs cannot be taken back: the page begins again without it.
    if (loaded) location.reload()
  }
  /** Another tab may have chosen meanwhile. */
  const look = () => {
    stand()
    if (loaded && root.dataset.consent !== 'accepted') withdraw()
  }

  stand()
  addEventListener('load', load)
  addEventListener('pageshow', (event) => event.persisted && look())
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) look()
  })
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>('[data-consent-do]')
    if (!pressed) return
    const wish = pressed.dataset.consentDo
    if (wish === 'open') {
      opener = pressed
      root.dataset.choices = 'open'
      bar()?.focus()
    } else if (wish === 'close') shut()
    else choose(wish === 'accept' && !refusing ? 'accepted' : 'declined')
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && root.dataset.choices === 'open') shut()
  })
}

/** The inline script behind the consent bar: the same bytes on every page. */
export const consentScript = inline(consent, {
  key: storageKeys.consent,
  hosts: [publicEnv.hosts.main, `www.${publicEnv.hosts.main}`],
  own: [...Object.values(storageKeys), 'firebase'],
})
