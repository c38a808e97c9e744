import type { SignInSettings } from '@/lib/contract/sign-in'
import type { Visit } from '@/components/auth/widget/look-up'
import type { Note } from './note'
import type { Stage } from './stage'
import type { Widget } from '@/components/auth/widget/widget'

/** What the page shows, and what the person chose on it. */
export type View = {
  settings: (settings: SignInSettings) => void
  stage: (stage: Stage) => void
  note: (note: Note | null) => void
  /** Whoever the page said is signed in is so no longer. */
  left: () => void
  /** The widget's page that is showing, by its name, and whether there is a button on it. */
  page: (name: string, buttons: boolean) => void
  byLink: (byLink: boolean) => void
  /** No link can be had on this visit. */
  dropLinks: () => void
  /** Whether what the person says of themselves leads on, or what the project says of the account. */
  ledBy: (who: 'person' | 'account') => void
  visit: () => Visit
  choseLink: () => boolean
}

export type Mounted = Omit<Widget, 'press'> & {
  /** Opens the provider in a window of its own. */
  popup: (provider: string) => void
  /** Signs in by a link instead, and links the provider that was pressed to that. */
  linkInstead: () => void
}
