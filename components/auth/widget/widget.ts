import * as firebaseui from 'firebaseui'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { limits } from '@/lib/site'
import type { Compat, CompatUser } from './compat'
import type { Visit } from './look-up'
import { fixMarkup } from '@/components/auth/accessibility/fixes'
import type { Note } from '@/components/auth/page/note'
import { legalLinks, phoneCaptcha, phoneCountries, widgetConfig } from './options'
import { isFirst, pageOf } from './pages'

/** What the page tells the widget, read at the moment when it is needed. */
export type WidgetPage = {
  container: HTMLElement
  visit: () => Visit
  /** Whether the person gets in by a link in an e-mail instead of a password. */
  byLink: () => boolean
  returnTo: string
  /** Called once somebody is signed in; `linked` when the provider announces nothing of it. */
  arrived: (user: CompatUser, linked: boolean, redirectUrl: string | undefined) => void
  shown: () => void
  /** Called with the name of each page that the widget shows. */
  turned: (name: string) => void
  /** A guest turned out to have an account, and goes on with that. */
  merging: () => void
  /** The widget left the page empty, and nothing comes after it. */
  stranded: () => void
  /** Says something above the widget, or nothing any more. */
  say: (note: Note | null) => void
  /** The project sends no links: e-mail means a password for the rest of the visit. */
  dropLinks: () => void
  /** Takes the person through a second factor. */
  secondStep: (cause: unknown) => Promise<unknown>
  /** Where there are tenants: one is chosen, and signs people in like this. */
  entered: (options: SignInSettings['signInOptions']) => void
}
export type Widget = {
  /** Shows the first page again. */
  restart: () => void
  /** Goes to the step that asks for the e-mail address; with an address already given, one step on. */
  askEmail: (options?: { goOn: boolean }) => void
  /** Presses the button of a provider in the list, which comes back first where another page shows. */
  press: (provider: string) => void
  /** From now on providers open in a window of their own. */
  usePopups: () => void
  /** From now on e-mail means a link or a password, as `byLink` says by now; the page that shows stays. */
  followLink: () => void
  /** Whether one of the two first pages is showing, where a change of mind needs no restart. */
  atStart: () => boolean
  stop: () => void
}

/** Deleting the widget takes time, and a second one must not start before the first is gone. */
let gone: Promise<unknown> = Promise.resolve()

export const emailField = (container: HTMLElement) =>
  container.querySelector<HTMLInputElement>('input.firebaseui-id-email')
export const providerButton = (container: HTMLElement, provider: string) =>
  [...container.querySelectorAll<HTMLElement>('button[data-provider-id]')].find(
    (button) => button.dataset.providerId === provider,
  )

/** From the list on to the step that asks for the address; with a single way to sign in there is no list. */
export function toEmail(container: HTMLElement, typed: string, goOn: boolean) {
  providerButton(container, 'password')?.click()
  const field = emailField(container)
  if (field) field.value = typed
  if (typed && goOn) container.querySelector<HTMLElement>('.firebaseui-id-submit')?.click()
}

/** The settings by which providers open in a window of their own. */
export const byPopup = { signInFlow: 'popup', immediateFederatedRedirect: false } as const

/** How long the widget may leave the page empty, between two of its own or before it takes a result. */
const emptyMs = 4 * limits.busyDelayMs

/** The countries that the phone step offers, and a way to send the code again. */
export const phoneStep = (compat: Compat, list: () => SignInSettings['signInOptions']) => ({
  countries: () => phoneCountries(list()),
  resend: (box: HTMLElement) => compat.resendCode(box, phoneCaptcha(list())),
})

/** Mounts the drop-in widget into its container. */
export async function mountWidget(compat: Compat, page: WidgetPage): Promise<Widget> {
  await gone
  const ui = new firebaseui.auth.AuthUI(compat.auth)
  compat.readySecond()
  const { container } = page
  let popups = false
  /** A guest's account is being taken up: the page is empty until that has an end. */
  let merging = false

  const stopFixing = fixMarkup(container, {
    legal: legalLinks(compat.settings),
    ...phoneStep(compat, () => compat.settings.signInOptions),
  })
  let empty: ReturnType<typeof setTimeout> | undefined
  const turns = new MutationObserver(() => {
    clearTimeout(empty)
    const name = pageOf(container)
    if (name) page.turned(name)
    else if (!container.firstElementChild && !merging) empty = setTimeout(page.stranded, emptyMs)
  })
  turns.observe(container, { childList: true })
  let onShown = () => {}
  const shown = () => {
    onShown()
    onShown = () => {}
    page.shown()
  }
  const own: WidgetPage = {
    ...page,
    shown,
    merging: () => {
      merging = true
      page.merging()
    },
    stranded: () => {
      merging = false
      page.stranded()
    },
  }
  const config = () => ({ ...configOf(compat, own), ...(popups && byPopup) })
  const start = () => ui.start(container, config())
  const restart = () => {
    compat.abandon()
    ui.reset()
    start()
  }
  /** The widget is started again only after a moment. */
  const restartThen = (next: () => void) => {
    onShown = next
    restart()
  }
  const usePopups = () => {
    popups = true
    ui.setConfig(byPopup)
  }
  start()
  return {
    restart,
    askEmail: ({ goOn } = { goOn: false }) => {
      const typed = emailField(container)?.value ?? ''
      restartThen(() => toEmail(container, typed, goOn))
    },
    press: (provider) => {
      const press = () => providerButton(container, provider)?.click()
      if (providerButton(container, provider)) press()
      // The widget tidies up after it has shown itself, and would forget a redirect that began before.
      else restartThen(() => setTimeout(press))
    },
    usePopups,
    followLink: () => ui.setConfig(config()),
    atStart: () => isFirst(pageOf(container)),
    stop: () => {
      clearTimeout(empty)
      turns.disconnect()
      stopFixing()
      gone = ui.delete().catch(() => undefined)
    },
  }
}

function configOf({ auth, settings }: Compat, page: WidgetPage): firebaseui.auth.Config {
  return {
    ...widgetConfig(settings, {
      emailLink: page.byLink(),
      origin: location.origin,
      returnTo: page.returnTo,
      language: navigator.language,
    }),
    callbacks: {
      // False: the page itself leaves, once the server knows the person.
      signInSuccessWithAuthResult: (result: { user: CompatUser; operationType?: string }, redirectUrl) => {
        page.arrived(result.user, result.operationType === 'link', redirectUrl)
        return false
      },
      signInFailure: async (error) => {
        // A guest who turns out to have an account: they go on with the account.
        if (error.code !== 'firebaseui/anonymous-upgrade-merge-conflict') return
        page.merging()
        try {
          const { user } = await auth.signInWithCredential(error.credential)
          if (user) page.arrived(user, false, undefined)
        } catch {
          page.stranded()
        }
      },
      uiShown: page.shown,
    },
  }
}
