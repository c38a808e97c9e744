import { builtScript, inline } from '@/components/ui/inline'
import { storageKeys } from '@/lib/site'

export const menuId = 'menu'
export const languageOfferId = 'language-offer'

/**
 * Emulates `command` and `commandfor` in older browsers.
 * Closes the menu when the window becomes wide enough (`lg`) for the header's links.
 */
function menu(id: string) {
  const dialog = () => document.getElementById(id) as HTMLDialogElement | null
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>(`[commandfor=${id}]`)
    if (!button || 'command' in HTMLButtonElement.prototype) return
    const box = dialog()
    // Safari does not focus a pressed button, and closing returns the focus.
    button.focus()
    box?.[box.open ? 'close' : 'showModal']()
  })
  matchMedia('(min-width:64rem)').addEventListener('change', ({ matches }) => {
    if (matches) dialog()?.close()
  })
}

export const menuScript = inline(menu, menuId)

/**
 * Links to other languages keep the query. If the visitor's browser prefers another language of the site, a line
 * offers it, until the visitor chooses a language or closes the line.
 */
function languages(id: string, key: string) {
  const line = document.getElementById(id)
  document.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLAnchorElement>(`[data-languages] a,#${id}>*`)
    if (!pressed) return
    pressed.search = location.search
    if (pressed.type) line!.hidden = true
    try {
      localStorage.setItem(key, '1')
    } catch {
      return
    }
  })
  const own = document.documentElement.lang.slice(0, 2)
  let wanted: readonly string[] = []
  try {
    if (!localStorage.getItem(key)) wanted = navigator.languages
  } catch {
    // Without storage, nothing is offered.
  }
  for (const tag of wanted) {
    const language = tag.slice(0, 2)
    if (language === own) return
    const link = document.querySelector<HTMLAnchorElement>(`a[data-offer][hreflang^="${language}"]`)
    if (!line || !link) continue
    const [offer, close] = line.children as unknown as [HTMLAnchorElement, HTMLButtonElement]
    offer.href = link.href
    offer.textContent = link.dataset.offer!
    close.textContent = link.dataset.close!
    line.lang = link.lang
    line.dir = link.dir
    line.hidden = false
    return
  }
}

export const languagesScript = inline(languages, languageOfferId, storageKeys.language)

/** Shows a message if a script of the page fails to load. Later scripts have their own handling. */
function reportMissingScripts() {
  const showMessage = () => {
    const line = document.getElementById('offline')
    if (line && !line.textContent) line.textContent = line.dataset.failed ?? ''
  }
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement && target.matches('[async][src^="/_next/"]'))) return
      document.documentElement.dataset.scripts = 'missing'
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showMessage)
      else showMessage()
    },
    true,
  )
}

export const missingScript = builtScript('missing', inline(reportMissingScripts))

/**
 * Marks the entry of the section being read; at the page's end, the clicked or last one.
 * Uses observers, so that nothing runs while scrolling.
 */
function markCurrentSection() {
  const start = () => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-contents]')]
    const links = boxes.flatMap((box) => [...box.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')])
    const targets = new Map(
      links.map(({ hash }) => [hash, document.getElementById(decodeURIComponent(hash.slice(1)))] as const),
    )
    const headings = [...targets.values()].flatMap((heading) => heading ?? [])
    const passed = new Set<Element>()
    let isAtEnd = false
    let requested = targets.get(location.hash)

    const update = () => {
      const last = headings.findLast((heading) => passed.has(heading))
      const current = isAtEnd ? (requested && !passed.has(requested) ? requested : headings.at(-1)) : last
      for (const link of links) {
        if (current && targets.get(link.hash) === current) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
      // Keeps the marked entry visible.
      for (const box of boxes) {
        const link = box.querySelector<HTMLElement>('[aria-current]')
        if (link && box.scrollHeight > box.clientHeight) box.scrollTop = link.offsetTop - box.clientHeight / 2
      }
    }

    // A section is being read from when its heading has reached the upper third of the window.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) passed[isIntersecting ? 'add' : 'delete'](target)
        update()
      },
      { rootMargin: '1000000px 0px -67% 0px' },
    )
    for (const heading of headings) observer.observe(heading)

    new IntersectionObserver(
      (entries) => {
        isAtEnd = entries.some(({ intersectionRatio }) => intersectionRatio === 1) && scrollY > 0
        if (!isAtEnd) requested = null
        update()
      },
      { rootMargin: '1000000px 0px 2px 0px', threshold: 1 },
    ).observe(document.body)
    for (const link of links) {
      link.addEventListener('click', () => {
        requested = targets.get(link.hash)
        update()
      })
    }
  }
  document.addEventListener('DOMContentLoaded', start)
}

export const contentsScript = builtScript('contents', inline(markCurrentSection))

/** Opens the fold around a link's target. Not every browser does, and Chromium does not on the way back. */
function openFolds() {
  const open = (hash: string) => document.getElementById(hash.slice(1))?.closest('details')?.setAttribute('open', '')
  const openCurrent = () => open(location.hash)
  document.addEventListener('DOMContentLoaded', openCurrent)
  addEventListener('hashchange', openCurrent)
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
    if (link) open(link.hash)
  })
}

export const foldsScript = builtScript('folds', inline(openFolds))

/** Only old syntax. The features are the newest that every browser of `browserslist` (package.json) has. */
function markOldBrowser() {
  const isNew =
    'relList' in HTMLFormElement.prototype &&
    'adoptedStyleSheets' in document &&
    'findLast' in [] &&
    'at' in [] &&
    'replaceAll' in String.prototype &&
    'hasOwn' in Object &&
    'structuredClone' in window &&
    'timeout' in AbortSignal
  if (isNew) return
  document.documentElement.setAttribute('data-browser', 'old')
  document.addEventListener(
    'focus',
    (event) => {
      const line = document.getElementById('offline')
      const target = event.target as Element
      if (line && target.closest && target.closest('[data-island]')) line.textContent = line.getAttribute('data-old')
    },
    true,
  )
}

/** A script of its own, because old browsers cannot read the others. */
export const browserScript = builtScript('browser', inline(markOldBrowser))

/** Marks the offline page if it is shown for another address. Runs before the first paint. */
function markOfflinePage() {
  const { path, title = '' } = document.currentScript!.dataset
  if (location.pathname.replace(/\/$/, '') === path) return
  document.documentElement.setAttribute('data-offline-page', '')
  document.title = title
}

/** Its element has the page's own path, and the title for other addresses. */
export const offlinePageScript = builtScript('offline-page', inline(markOfflinePage))
