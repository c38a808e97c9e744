import { openSession, settle } from '@/components/session/session'
import { getSnapshot } from '@/components/session/store'
import { publicConfig } from '@/lib/browser/config'
import { personOf } from '@/lib/browser/identity'
import { limits } from '@/lib/site'
import { unwrapAction } from './action-link'
import { askedMode, standsAlone, withoutMode } from './asked-mode'
import { attendantOf } from './attendant'
import type { Compat, CompatUser } from './compat'
import { findContainer } from './container'
import { watchElsewhere } from './elsewhere'
import { sentences } from './error-words'
import { hidingOf } from './look-up'
import { forget, keepOpenedLink, markedRedirect, markRedirect, openedLink, sweep } from './memory'
import type { Note } from './note'
import { leaveFor } from './opener'
import { offers } from './options'
import { holdsLink, isFirst, isWait, pageOf, showsWait } from './pages'
import { askedAddress, returnAddress } from './return-address'
import type { Stage } from './stage'
import type { Mounted, View } from './view'
import type { Widget, WidgetPage } from './widget'

/** How long the page waits for the server before it leaves all the same; the next page then asks again. */
const leaveAfterMs = 20 * limits.busyDelayMs
/** How long the widget may wait for an answer without a way out, until the page offers one. */
const resultAfterMs = 20 * limits.busyDelayMs

/** The widget puts its dialogs beside the container, where hiding that does not reach them. */
const closeDialogs = () =>
  document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog').forEach((one) => one.close())

/**
 * Finds the container and mounts the widget into it; once somebody is signed in, leaves for the right page.
 * @param gone becomes true when the page is taken down
 * @param onStop takes what has to be undone then
 * @returns null when there is nothing to mount: somebody is signed in already, or the page is gone
 * @throws what kept the form from being loaded
 */
export async function mountSignIn(
  containerId: string,
  view: View,
  gone: () => boolean,
  onStop: (stop: () => void) => void,
): Promise<Mounted | null> {
  const [{ signIn: settings }, container, compatModule, widgetModule] = await Promise.all([
    publicConfig(),
    findContainer(containerId, gone),
    import('./compat'),
    import('./widget'),
  ])
  if (gone() || !container) return null
  // Loaded again in the middle of a link: the address has lost it.
  const href = unwrapAction(openedLink(history.state) ?? location.href, settings)
  if (href !== location.href) history.replaceState(history.state, '', href)
  const alone = standsAlone(location.search, settings)
  const mayBeAnother = askedMode(location.search, settings) === 'select'
  const asked = () => askedAddress(location.search, settings)
  const addressOf = (address: string | null) => returnAddress(address, location.origin, settings.signInSuccessUrl)
  sweep()
  keepOpenedLink(alone && askedMode(location.search, settings) === 'signIn' ? location.href : null)
  const redirect = markedRedirect()
  /** A mark that is made later is of a redirect that is only about to leave. */
  let cameBack = redirect !== null
  const password = settings.signInOptions.find(({ provider }) => provider === 'password')
  const opened = askedMode(location.search, settings) === 'signIn'
  view.settings(settings)
  view.byLink(opened || redirect?.byLink === true || password?.signInMethod === 'emailLink')

  const compat = await compatModule.openCompat()
  // Only now, so that the session takes over the app that the widget's face has opened.
  void openSession()
  const user = await compatModule.firstUser(compat.auth)
  if (gone()) return null
  const returnTo = addressOf(asked())
  /** The page has done its work; coming back to it must not find it waiting. */
  let done = false
  let merged = false
  let widget: Widget | null = null
  const show = (stage: Stage) => void (gone() || view.stage(stage))
  let greeted = false
  const already = (known: CompatUser) => {
    done = true
    greeted = true
    closeDialogs()
    show({ at: 'already', person: personOf(known), next: returnTo })
  }
  onStop(
    watchElsewhere(compat.auth, {
      // What an e-mailed link asks for goes on, whoever is signed in.
      found: (known) => void ((done || !alone) && already(known)),
      // Out of the browser's memory, the widget would still wait to be led away.
      returned: () => void ((done || markedRedirect()) && location.reload()),
      left: () => void (greeted && location.reload()),
    }),
  )
  if (user && !user.isAnonymous && !alone) {
    markRedirect(null)
    already(user)
    return null
  }

  let said: Note['kind'] | null = null
  let slow: ReturnType<typeof setTimeout> | undefined
  /** From now on the page that shows has its time to come to an end. */
  const awaitResult = () => {
    clearTimeout(slow)
    if (!showsWait(container)) return
    slow = setTimeout(() => {
      if (said !== 'interrupted' && showsWait(container))
        say({ kind: 'waiting', provider: cameBack && redirect ? redirect.provider : null })
    }, resultAfterMs)
  }
  onStop(() => clearTimeout(slow))
  const say = (note: Note | null) => {
    if (gone() || done) return
    // The call that was interrupted is made again.
    if (said === 'interrupted' && !note) awaitResult()
    said = note?.kind ?? null
    // The widget's dialog would cover what is said.
    if (note) closeDialogs()
    view.note(note)
  }
  let pressed: HTMLElement | null = null
  const press = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  container.addEventListener('click', press, true)
  onStop(() => container.removeEventListener('click', press, true))
  const attendant = attendantOf({
    settings,
    page: () => pageOf(container),
    opened: () => askedMode(location.search, settings) === 'signIn',
    visit: view.visit,
    byLink: view.choseLink,
    hides: hidingOf(compat.identityBase, compat.apiKey),
    offers: (method) => offers(settings, method as Parameters<typeof offers>[1]),
    say,
    usePopups: () => widget?.usePopups(),
    pressed: () => pressed,
    preferLinks: () => {
      view.byLink(true)
      widget?.followLink()
    },
    dropLinks: () => page.dropLinks(),
    ledBy: view.ledBy,
    changed: () => void follow(compat),
  })
  compat.attend(attendant)
  onStop(() => compat.attend(null))

  const afresh = () => {
    const plain = withoutMode(location.href, settings)
    if (alone && plain !== location.href) history.replaceState(history.state, '', plain)
  }
  const page: WidgetPage = {
    container,
    visit: view.visit,
    byLink: view.choseLink,
    returnTo,
    shown: () => done || show({ at: 'widget' }),
    turned: (name) => {
      if (gone() || done) return
      // What an e-mailed link asked for has come to its end, and whoever was here before is here still.
      const known = compat.auth.currentUser
      if (alone && !mayBeAnother && isFirst(name) && known && !known.isAnonymous) {
        keepOpenedLink(null)
        afresh()
        return already(known)
      }
      const left = isFirst(name) && cameBack ? markedRedirect() : null
      if (name !== 'callback') cameBack = false
      if (!holdsLink(name)) keepOpenedLink(null)
      if (left) {
        markRedirect(null)
        say({ kind: 'unfinished', provider: left.provider })
      }
      // Whoever goes on has read it.
      else if (said === 'waiting' ? !isWait(name) : !isFirst(name) && name !== 'callback' && said !== 'interrupted')
        say(null)
      awaitResult()
      view.page(name, container.querySelector('button') !== null)
    },
    merging: () => {
      merged = true
    },
    stranded: () => {
      if (gone() || done) return
      merged = false
      const known = said === 'taken'
      afresh()
      widget?.restart()
      if (!known) say({ kind: 'stranded' })
    },
    arrived: (who, linked, redirectUrl) => {
      done = true
      keepOpenedLink(null)
      // A guest may still open the link that was sent.
      if (!who.isAnonymous) forget()
      view.note(null)
      show({ at: 'leaving', merged })
      const late = new Promise<void>((resolve) => setTimeout(resolve, leaveAfterMs))
      const next = addressOf(asked() ?? redirectUrl ?? null)
      void Promise.race([settle(personOf(who), linked), late]).finally(() => {
        const now = getSnapshot()
        const refused = now.state === 'anonymous' && now.ended
        // The next page could only ask to sign in once more.
        if (refused) show({ at: 'failed', text: now.why ?? sentences.expired })
        else leaveFor(next, settings.popupMode)
      })
    },
    say,
    dropLinks: () => {
      view.dropLinks()
      widget?.followLink()
    },
    entered: (signInOptions) => void (gone() || view.settings({ ...settings, signInOptions })),
  }
  widget = settings.tenants
    ? await (await import('./tenants')).mountTenants(compat, page, settings)
    : await widgetModule.mountWidget(compat, page)
  const mounted = widget
  onStop(mounted.stop)
  if (gone()) {
    mounted.stop()
    return null
  }
  if (container.querySelector('.firebaseui-id-page-unrecoverable-error')) show({ at: 'stuck' })
  return {
    ...mounted,
    restart: () => {
      markRedirect(null)
      afresh()
      mounted.restart()
    },
    popup: (provider) => {
      markRedirect(null)
      mounted.usePopups()
      mounted.press(provider)
    },
    linkInstead: () => {
      const provider = attendant.conflicting()?.provider
      if (provider) mounted.press(provider)
      else mounted.askEmail()
    },
  }
}

/** An action of an e-mailed link has changed the account of whoever is signed in here. */
async function follow({ auth }: Compat) {
  const user = auth.currentUser
  if (!user || user.isAnonymous) return
  try {
    await user.reload()
  } catch {
    // The change has ended this sign-in: the person signs in again.
    return
  }
  await settle(personOf(user), true)
}
