import { asBuilt, inline } from '@/components/ui/inline'

/** The menu's id, by which its button opens it. */
export const menuId = 'menu'

/**
 * Where a browser has no commands, the root says so and a disclosure takes the dialog's place: it covers the page as
 * the dialog does, so it closes on Escape, and when the focus leaves it. An open dialog closes when the window grows
 * so wide (`lg`) that the header shows its links itself.
 */
function menu(id: string) {
  if (!('command' in HTMLButtonElement.prototype)) {
    document.documentElement.dataset.menu = 'details'
    const leave = (event: Event) => {
      const list = document.querySelector<HTMLDetailsElement>('header details[open]')
      const { key } = event as KeyboardEvent
      if (!list || (key ? key !== 'Escape' : list.contains(event.target as Node))) return
      list.open = false
      if (key) list.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', leave)
    document.addEventListener('focusin', leave)
  }
  matchMedia('(min-width:64rem)').addEventListener('change', ({ matches }) => {
    if (matches) (document.getElementById(id) as HTMLDialogElement | null)?.close()
  })
}

export const menuScript = inline(menu, menuId)

/**
 * For a page that is nothing without its scripts: where one that stands in it does not come, the line at the foot says so,
 * and the root, by which the page may say more. What is loaded later is answered for by whoever loads it.
 */
function missing() {
  const tell = () => {
    const line = document.getElementById('offline')
    if (line && !line.textContent) line.textContent = line.dataset.failed ?? ''
  }
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement && target.matches('[async][src^="/_next/"]'))) return
      document.documentElement.dataset.scripts = 'missing'
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell)
      else tell()
    },
    true,
  )
}

export const missingScript = asBuilt('missing', inline(missing))

/**
 * Marks the entry of the contents that one is reading in: the last heading above a line just under the place
 * where a heading lands when its entry is pressed. At the end of a page, where the last headings may never come
 * so high, it is the one that was asked for, or else the last. Observers whose boxes reach up without end say
 * when a heading passes the line and when the page ends, so nothing runs while one scrolls between.
 */
function contents() {
  const mark = () => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-contents]')]
    if (boxes.length === 0 || !self.IntersectionObserver) return
    const idOf = ({ hash }: { hash: string }) => {
      try {
        return decodeURIComponent(hash.slice(1))
      } catch {
        // An address may end in anything, such as `#50%`.
        return ''
      }
    }
    const links = boxes.flatMap((box) => [...box.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')])
    const headings = [...new Set(links.map(idOf))].flatMap((id) => document.getElementById(id) ?? [])
    const passed = new Set<Element>()
    let atEnd = false
    let asked = idOf(location)

    const show = () => {
      const last = headings.findLast((heading) => passed.has(heading))
      const below = headings.filter((heading) => !passed.has(heading))
      const here = atEnd ? (below.find(({ id }) => id === asked) ?? headings.at(-1)) : last
      for (const link of links) {
        if (here && idOf(link) === here.id) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
      // Contents that are longer than the window keep the marked entry in sight.
      for (const box of boxes) {
        const link = box.querySelector<HTMLElement>('[aria-current]')
        if (link && box.scrollHeight > box.clientHeight) box.scrollTop = link.offsetTop - box.clientHeight / 2
      }
    }

    let observer: IntersectionObserver | undefined
    const draw = () => {
      observer?.disconnect()
      const pixels = (length: string) => parseFloat(length) || 0
      const landing =
        pixels(getComputedStyle(document.documentElement).scrollPaddingTop) +
        Math.max(0, ...headings.map((heading) => pixels(getComputedStyle(heading).scrollMarginTop)))
      observer = new IntersectionObserver(
        (seen) => {
          for (const { target, isIntersecting } of seen) passed[isIntersecting ? 'add' : 'delete'](target)
          show()
        },
        // Eight pixels are room for what a browser rounds.
        { rootMargin: `1000000px 0px ${Math.round(landing + 8 - innerHeight)}px 0px` },
      )
      for (const heading of headings) observer.observe(heading)
    }
    draw()
    addEventListener('resize', draw)

    new IntersectionObserver(
      (seen) => {
        atEnd = seen.some(({ intersectionRatio }) => intersectionRatio === 1) && scrollY > 0
        if (!atEnd) asked = ''
        show()
      },
      { rootMargin: '1000000px 0px 2px 0px', threshold: 1 },
    ).observe(document.body)
    for (const link of links) {
      link.addEventListener('click', () => {
        asked = idOf(link)
        show()
      })
    }
  }
  document.addEventListener('DOMContentLoaded', mark)
}

export const contentsScript = asBuilt('contents', inline(contents))
