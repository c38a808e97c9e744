import type { SignInSettings } from '@/lib/contract/sign-in'
import type { Attendant, Conflict } from './attend'
import { answerHidden, usable, type Visit } from './look-up'
import { markedRedirect, markRedirect, rememberedVisit, rememberVisit } from '@/components/auth/page/memory'
import type { Note } from '@/components/auth/page/note'

/** What the page knows and does when the widget makes a call. */
export type Desk = {
  settings: SignInSettings
  /** The widget's page that is showing, by the name in its class. */
  page: () => string
  /** Whether an e-mailed sign-in link has opened this page. */
  opened: () => boolean
  visit: () => Visit
  /** Whether the person gets in by a link in an e-mail, here and now. */
  byLink: () => boolean
  /** Whether the project hides which addresses have an account, asked of the project itself. */
  hides: (email: string) => Promise<boolean>
  offers: (method: string) => boolean
  say: (note: Note | null) => void
  /** From now on providers open in a window of their own: leaving this page for them leads nowhere. */
  usePopups: () => void
  /** The account that stands in the way of linking has nothing but links. */
  preferLinks?: () => void
  /** The project sends no links: from now on e-mail means a password. */
  dropLinks: () => void
  /** The button of the widget that was pressed last. */
  pressed?: () => HTMLElement | null
  /** The mode that the page's address names. */
  mode?: () => string
  /** Told at each look-up whether what the person said of themselves leads on, or the account itself. */
  ledBy?: (who: 'person' | 'account') => void
  secondStep?: (cause: unknown) => Promise<unknown>
  /** The record on the server is older than the account. */
  changed: () => void
}

/** Attends the widget's calls for one page. */
export function attendantOf(desk: Desk): Attendant & { conflicting: () => Conflict | null } {
  const { settings, say } = desk
  const configured = settings.signInOptions.find(({ provider }) => provider === 'password')?.signInMethod
  let found: Conflict | null = null
  let round = new AbortController()
  const hides = async (email: string) =>
    settings.emailEnumerationProtection === 'auto' ? desk.hides(email) : settings.emailEnumerationProtection === 'on'

  const answered = async (email: string, methods: string[]) => {
    const byLink = desk.byLink()
    const { offers } = desk
    // While linking, what the account has decides, and not what the person would like.
    const insists = byLink && configured === 'password' && desk.page() !== 'callback'
    const hidden = methods.length === 0 && (await hides(email))
    desk.ledBy?.(hidden ? 'person' : 'account')
    if (!hidden) return usable(methods, { offers, insists })
    return answerHidden({
      page: desk.page(),
      opened: desk.opened(),
      visit: desk.visit(),
      method: byLink || configured === 'emailLink' ? 'emailLink' : 'password',
      insists,
      remembered: rememberedVisit(),
      offers,
      ways: found?.ways ?? [],
    })
  }

  return {
    conflicting: () => found,
    page: desk.page,
    pressed: () => desk.pressed?.() ?? null,
    mode: () => desk.mode?.() ?? '',
    async lookUp(email, methods) {
      const answer = await answered(email, methods)
      if (desk.page() === 'callback' && answer.length === 1 && answer[0] === 'emailLink') desk.preferLinks?.()
      return answer
    },
    conflict: (conflict) => {
      found = conflict
    },
    linkSent: () => rememberVisit(desk.visit()),
    applied: desk.changed,
    taken: () => say({ kind: 'taken' }),
    leaving: (provider) => markRedirect(provider === null ? null : { provider, byLink: desk.byLink() }),
    returned: (result) => {
      // With nothing, the mark stays until a first page shows: another look may find somebody.
      if (result !== 'nothing') return markRedirect(null)
      if (markedRedirect()) desk.usePopups()
    },
    interrupted: (sentence) =>
      new Promise((resolve) => {
        const { signal } = round
        const end = () => {
          removeEventListener('online', again)
          signal.removeEventListener('abort', end)
          say(null)
        }
        const again = () => {
          if (signal.aborted) return
          end()
          resolve()
        }
        addEventListener('online', again)
        signal.addEventListener('abort', end)
        say({ kind: 'interrupted', sentence, again })
      }),
    linkRefused: () => {
      // Where links are all that e-mail is, there is no password to offer.
      if (configured !== 'password') return false
      desk.dropLinks()
      return true
    },
    ...(desk.secondStep && { secondStep: desk.secondStep }),
    signal: () => round.signal,
    abandon: () => {
      round.abort()
      round = new AbortController()
    },
  }
}
