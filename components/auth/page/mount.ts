import { openSession } from '@/components/session/session'
import { publicConfig } from '@/lib/browser/config'
import { personOf } from '@/lib/browser/identity'
import { attendantOf } from '@/components/auth/widget/attendant'
import type { CompatUser } from '@/components/auth/widget/compat'
import { findContainer } from './container'
import { watchElsewhere } from './elsewhere'
import { followChange, leaveAs } from './leave'
import { hidingOf } from '@/components/auth/widget/look-up'
import { forget, keepOpenedLink, markedRedirect, markRedirect } from './memory'
import { openedAddress } from './opened-address'
import { offers } from '@/components/auth/widget/options'
import { holdsLink, isDone, isFirst, isWait, pageOf } from '@/components/auth/widget/pages'
import { closeDialogs, speakerOf } from './speaker'
import type { Stage } from './stage'
import type { Mounted, View } from './view'
import type { Widget, WidgetPage } from '@/components/auth/widget/widget'

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
    import('@/components/auth/widget/compat'),
    import('@/components/auth/widget/widget'),
  ])
  if (gone() || !container) return null
  const address = openedAddress(settings)
  const redirect = markedRedirect()
  /** A mark that is made later is of a redirect that is only about to leave. */
  let cameBack = redirect !== null
  const password = settings.signInOptions.find(({ provider }) => provider === 'password')
  view.settings(settings)
  view.byLink(address.isSignInLink() || redirect?.byLink === true || password?.signInMethod === 'emailLink')

  const compat = await compatModule.openCompat()
  // Only now, so that the session takes over the app that the widget's face has opened.
  void openSession()
  const user = await compatModule.firstUser(compat.auth)
  if (gone()) return null
  const returnTo = address.next()
  /** The page has done its work; coming back to it must not find it waiting. */
  let done = false
  let merged = false
  let widget: Widget | null = null
  /** The page asks for a second factor, and the widget waits for it unseen. */
  let inSecondStep = false
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
      found: (known) => void ((done || !address.alone) && already(known)),
      // Out of the browser's memory, the widget would still wait to be led away.
      returned: () => void ((done || markedRedirect()) && location.reload()),
      left: () => void (greeted && view.left()),
    }),
  )
  if (user && !user.isAnonymous && !address.alone) {
    markRedirect(null)
    already(user)
    return null
  }

  const speaker = speakerOf(view, {
    container,
    silent: () => gone() || done || inSecondStep,
    cameFrom: () => (cameBack && redirect ? redirect.provider : null),
  })
  const { say } = speaker
  onStop(speaker.stop)
  let pressed: HTMLElement | null = null
  const press = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  container.addEventListener('click', press, true)
  onStop(() => container.removeEventListener('click', press, true))
  const attendant = attendantOf({
    settings,
    page: () => pageOf(container),
    opened: address.isSignInLink,
    visit: view.visit,
    byLink: view.choseLink,
    hides: hidingOf(compat.identityBase, compat.apiKey, null, compat.checkHeaders),
    offers: (method) => offers(settings, method as Parameters<typeof offers>[1]),
    say,
    usePopups: () => widget?.usePopups(),
    pressed: () => pressed,
    mode: address.mode,
    preferLinks: () => {
      view.byLink(true)
      widget?.followLink()
    },
    dropLinks: () => page.dropLinks(),
    ledBy: view.ledBy,
    secondStep: (cause) => page.secondStep(cause),
    changed: () => void followChange(compat),
  })
  compat.attend(attendant)
  onStop(() => compat.attend(null))

  const goesOn = (name: string) =>
    speaker.said() === 'waiting'
      ? !isWait(name)
      : !isFirst(name) && name !== 'callback' && speaker.said() !== 'interrupted'
  const page: WidgetPage = {
    container,
    visit: view.visit,
    byLink: view.choseLink,
    returnTo,
    shown: () => done || inSecondStep || show({ at: 'widget' }),
    turned: (name) => {
      if (gone() || done) return
      // What an e-mailed link asked for has come to its end, and whoever was here before is here still.
      const known = compat.auth.currentUser
      if (address.alone && !address.mayBeAnother && isFirst(name) && known && !known.isAnonymous) {
        keepOpenedLink(null)
        address.afresh()
        return already(known)
      }
      const left = isFirst(name) && cameBack ? markedRedirect() : null
      if (name !== 'callback') cameBack = false
      if (!holdsLink(name)) keepOpenedLink(null)
      // Loaded again, the page would call what was just done expired.
      if (isDone(name)) address.afresh()
      if (left) {
        markRedirect(null)
        say({ kind: 'unfinished', provider: left.provider })
      }
      // Whoever goes on has read it.
      else if (goesOn(name)) say(null)
      speaker.awaitResult()
      view.page(name, container.querySelector('button') !== null)
    },
    merging: () => {
      merged = true
    },
    stranded: () => {
      if (gone() || done || inSecondStep) return
      merged = false
      const known = speaker.said() === 'taken'
      address.afresh()
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
      const way = { next: address.next(redirectUrl), linked, popupMode: settings.popupMode }
      void leaveAs(who, way).then((why) => why !== null && show({ at: 'failed', text: why }))
    },
    say,
    dropLinks: () => {
      view.dropLinks()
      widget?.followLink()
    },
    secondStep: async (cause) => {
      const loaded = Promise.all([import('@/lib/browser/second-step'), import('@/components/session/second-step')])
      const [{ openChallenge }, { SecondStep }] = await loaded.catch(() => {
        throw Object.assign(new Error('The second step could not be loaded.'), { code: 'auth/network-request-failed' })
      })
      const challenge = openChallenge(cause)
      // Loaded again in the middle of it, the page begins at its start: what led here is spent.
      markRedirect(null)
      keepOpenedLink(null)
      address.afresh()
      cameBack = false
      say(null)
      closeDialogs()
      inSecondStep = true
      return new Promise((resolve) => {
        show({
          at: 'second',
          Step: SecondStep,
          step: {
            challenge,
            done: (credential) => {
              inSecondStep = false
              show({ at: 'widget' })
              resolve(compatModule.compatResult(credential, challenge.appName))
            },
            cancel: {
              name: 'Cancel',
              press: () => {
                inSecondStep = false
                show({ at: 'widget' })
                widget?.restart()
              },
            },
          },
        })
      })
    },
    entered: (signInOptions) => void (gone() || view.settings({ ...settings, signInOptions })),
  }
  widget = settings.tenants
    ? await (await import('@/components/auth/widget/tenants')).mountTenants(compat, page, settings)
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
      address.afresh()
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
