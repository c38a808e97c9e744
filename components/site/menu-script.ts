import { inline } from '@/components/ui/inline'

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
