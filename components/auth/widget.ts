import * as firebaseui from 'firebaseui'
import { limits, paths, siteName } from '@/lib/site'
import type { Compat, CompatUser } from './compat'
import { hidingOf, steerLookUp, type Visit } from './look-up'
import { mendMarkup } from './markup'
import { settings, widgetOptions } from './options'
import { isFirst, pageOf } from './pages'

/** What the page tells the widget, read at the moment when it is needed. */
export type WidgetPage = {
  container: HTMLElement
  visit: () => Visit
  returnTo: string
  /** Called once somebody is signed in; `linked` when the provider announces nothing of it. */
  arrived: (user: CompatUser, linked: boolean, redirectUrl: string | undefined) => void
  shown: () => void
  /** Called with the name of each page that the widget shows. */
  turned: (name: string) => void
}
export type Widget = {
  /** Shows the first page again. */
  restart: () => void
  /** Goes to the step that asks for the e-mail address, for a link in an e-mail or for a password. */
  askEmail: (emailLink: boolean) => void
  /** Whether one of the two first pages is showing, where a change of mind needs no restart. */
  atStart: () => boolean
  stop: () => void
}

/** Deleting the widget takes time, and a second one must not start before the first is gone. */
let gone: Promise<unknown> = Promise.resolve()

const emailField = (container: HTMLElement) => container.querySelector<HTMLInputElement>('input.firebaseui-id-email')

/** From the list on to the step that asks for the address; with a single way to sign in there is no list. */
function toEmail(container: HTMLElement, typed: string) {
  container.querySelector<HTMLElement>('button[data-provider-id="password"]')?.click()
  const field = emailField(container)
  if (field) field.value = typed
}

/** Mounts the drop-in widget into its container. */
export async function mountWidget(compat: Compat, page: WidgetPage, emailLink: boolean): Promise<Widget> {
  await gone
  const { auth } = compat
  const ui = new firebaseui.auth.AuthUI(auth)
  let byLink = emailLink
  const showing = () => page.container.firstElementChild?.className ?? ''
  steerLookUp(compat.temporary(), {
    visit: page.visit,
    method: () => (byLink ? 'emailLink' : 'password'),
    page: showing,
    hides: hidingOf(compat.identityBase, compat.apiKey),
  })

  const stopMending = mendMarkup(page.container)
  const turns = new MutationObserver(() => pageOf(page.container) && page.turned(pageOf(page.container)))
  turns.observe(page.container, { childList: true })
  let onShown = () => {}
  const shown = () => {
    onShown()
    onShown = () => {}
    page.shown()
  }
  const start = () => ui.start(page.container, configOf(compat, { ...page, shown }, byLink))
  const restart = () => {
    ui.reset()
    start()
  }
  start()
  return {
    restart,
    askEmail: (nextByLink) => {
      byLink = nextByLink
      const typed = emailField(page.container)?.value ?? ''
      // The widget is started again only after a moment.
      onShown = () => toEmail(page.container, typed)
      restart()
    },
    atStart: () => isFirst(pageOf(page.container)),
    stop: () => {
      turns.disconnect()
      stopMending()
      gone = ui.delete().catch(() => undefined)
    },
  }
}

function configOf({ auth }: Compat, page: WidgetPage, emailLink: boolean): firebaseui.auth.Config {
  const { closedToNew, adminEmail, helpLink } = settings
  return {
    signInFlow: settings.flow,
    signInSuccessUrl: page.returnTo,
    signInOptions: widgetOptions(settings, {
      emailLink,
      origin: location.origin,
      returnTo: page.returnTo,
      language: navigator.language,
    }),
    credentialHelper: 'none',
    siteName,
    tosUrl: paths.terms,
    privacyPolicyUrl: paths.privacy,
    autoUpgradeAnonymousUsers: settings.upgradeGuests,
    ...(closedToNew.length > 0
      ? { adminRestrictedOperation: { status: true, ...(adminEmail && { adminEmail }), ...(helpLink && { helpLink }) } }
      : {}),
    callbacks: {
      // False: the page itself leaves, once the server knows the person.
      signInSuccessWithAuthResult: (result: { user: CompatUser; operationType?: string }, redirectUrl) => {
        page.arrived(result.user, result.operationType === 'link', redirectUrl)
        return false
      },
      signInFailure: async (error) => {
        // A guest who turns out to have an account: they go on with the account.
        if (error.code !== 'firebaseui/anonymous-upgrade-merge-conflict') return
        const { user } = await auth.signInWithCredential(error.credential)
        if (user) page.arrived(user, false, undefined)
      },
      uiShown: page.shown,
    },
  }
}

/** How long the page waits for the server before it leaves all the same; the next page then asks again. */
export const leaveAfterMs = 20 * limits.busyDelayMs
