import { asBuilt, inline } from '@/components/ui/inline'
import { keeping, siteName } from '@/lib/site'

/** The window's title while the page stands in for another one. */
export const standInTitle = `Not on this device · ${siteName}`

/** Marks the page, before it is painted, where it stands in for another one. */
function standIn(own: string, title: string) {
  if (location.pathname.replace(/\/$/, '') === own) return
  document.documentElement.setAttribute('data-standin', '')
  document.title = title
}

export const standInScript = asBuilt('stand-in', inline(standIn, keeping.standIn, standInTitle))
