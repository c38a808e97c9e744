import * as firebaseui from 'firebaseui'
import { codeOf } from '@/lib/browser/sdk-error'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import { actionOf } from '@/components/auth/page/action-link'
import { askedMode } from '@/components/auth/page/asked-mode'
import { attendantOf } from './attendant'
import type { Compat, CompatAuth, CompatUser } from './compat'
import { sentences } from './error-words'
import { hidingOf } from './look-up'
import { fixMarkup } from '@/components/auth/accessibility/fixes'
import { isFirst, pageOf } from './pages'
import { adoptUser, prepareClient } from './tenant-client'
import { foot } from './tenant-foot'
import { legalLinks } from './options'
import { askedTenant, isSignedOutPage, projectItself, tenantsConfig, withTenant } from './tenant-options'
import { byPopup, emailField, phoneStep, providerButton, toEmail, type Widget, type WidgetPage } from './widget'

type Chosen = firebaseui.auth.SelectedTenantInfo

/** Deleting the widget takes time, and a second one must not start before the first is gone. */
let gone: Promise<unknown> = Promise.resolve()

/** The widget takes its own time to go, and lets nobody wait for it. */
async function widgetGone() {
  while (firebaseui.auth.AuthUI.getInstance()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/**
 * Mounts the widget for a project with tenants: first where the person belongs, then how they sign in
 * there. Whoever has signed in becomes the page's one user, so that the rest of the site sees them.
 */
export async function mountTenants(compat: Compat, page: WidgetPage, settings: SignInSettings): Promise<Widget> {
  await gone
  const tenants = settings.tenants ?? {}
  const place = document.createElement('div')
  const under = foot()
  page.container.replaceChildren(place, under.element)
  let chosen: Chosen | null = null
  const stopFixing = fixMarkup(place, {
    legal: legalLinks(settings),
    ...phoneStep(compat, () => tenants[chosen?.tenantId ?? projectItself]?.signInOptions ?? []),
  })
  const turns = new MutationObserver(() => {
    const name = pageOf(place)
    if (!name) return
    page.shown()
    page.turned(name)
    onTurn(name)
  })
  turns.observe(place, { childList: true })

  let stopped = false
  let popups = false
  const options = compat.auth.app.options as { projectId?: string; authDomain?: string }
  const config = () =>
    tenantsConfig(
      { ...settings, tenants, ...(popups && byPopup) },
      {
        emailLink: page.byLink(),
        origin: location.origin,
        returnTo: page.returnTo,
        language: navigator.language,
      },
      options.authDomain ?? '',
    )
  const make = () => new firebaseui.auth.FirebaseUiHandler(place, { [compat.apiKey]: config() })
  let handler = make()
  const usePopups = () => {
    popups = true
    firebaseui.auth.AuthUI.getInstance()?.setConfig(byPopup)
  }
  let onTurn: (page: string) => void = () => {}

  const clear = async () => {
    compat.abandon()
    await handler.reset()
    await widgetGone()
  }
  const name = (tenant: string | null) => history.replaceState(history.state, '', withTenant(location.href, tenant))
  /** Shows what is in the way: the widget has words for some codes, and shows the sentence for the others. */
  const fail = (code: string, sentence: string, again: () => Promise<void>) => {
    if (stopped) return
    const retry = () => clear().then(again)
    handler.handleError(Object.assign(new Error(sentence), { code, retry }))
  }
  /** Takes a step, and offers it again when it fails. */
  const step = async (take: () => Promise<void>) => {
    if (stopped) return
    try {
      if (!navigator.onLine) throw Object.assign(new Error(), { code: 'auth/network-request-failed' })
      await take()
    } catch (cause) {
      fail(codeOf(cause), sentences.generic, () => step(take))
    }
  }

  const choose = async () => {
    under.show(null)
    chosen = null
    name(null)
    const { tenantId, ...info } = await handler.selectTenant(
      { apiKey: compat.apiKey, projectId: options.projectId ?? '' },
      Object.keys(tenants),
    )
    chosen = { ...info, tenantId: tenantId === projectItself ? null : tenantId }
    await step(enter)
  }

  const enter = async () => {
    if (!chosen || stopped) return
    const { tenantId } = chosen
    name(tenantId ?? projectItself)
    under.show(Object.keys(tenants).length > 1 ? { text: 'Sign in somewhere else', press: leave } : null)
    handler.showProgressBar()
    const auth = handler.getAuth(compat.apiKey, tenantId) as CompatAuth
    await prepareClient(compat, auth)
    compat.attend(attendant(tenantId))
    const { user } = (await handler.startSignIn(auth, chosen)) as { user: CompatUser }
    await step(() => adopt(user))
  }

  const adopt = async (user: CompatUser) => {
    handler.showProgressBar()
    const own = await adoptUser(compat, user)
    handler.hideProgressBar()
    page.arrived(own, false, undefined)
  }

  const leave = () => {
    compat.attend(null)
    void clear().then(() => step(choose))
  }

  const attendant = (tenantId: string | null) => {
    const list = tenants[tenantId ?? projectItself]?.signInOptions ?? []
    page.entered(list)
    return attendantOf({
      settings: { ...settings, signInOptions: list },
      page: () => pageOf(place),
      opened: () => actionOf(location.search, settings) === 'signIn',
      mode: () => askedMode(location.search, settings),
      visit: page.visit,
      byLink: page.byLink,
      hides: hidingOf(compat.identityBase, compat.apiKey, tenantId, compat.checkHeaders),
      offers: (method) => list.some(({ provider }) => provider === method),
      say: page.say,
      usePopups,
      dropLinks: page.dropLinks,
      secondStep: page.secondStep,
      changed: () => {},
    })
  }

  const start = async () => {
    // A guest is somebody, and not signed out.
    if (isSignedOutPage(location.search, settings) && !compat.auth.currentUser) {
      under.show({ text: 'Sign in again', href: paths.auth })
      return handler.completeSignOut()
    }
    const asked = askedTenant(location.search, tenants)
    // The provider's own links name no tenant where the project itself is meant.
    const project = projectItself in tenants && actionOf(location.search, settings) ? projectItself : null
    const id = asked ?? project
    if (asked === undefined) {
      return fail('', 'There is no place to sign in under this address.', () => step(choose))
    }
    if (id === null) return choose()
    const providerIds = tenants[id]?.signInOptions.map(({ provider }) => provider) ?? []
    chosen = { tenantId: id === projectItself ? null : id, providerIds }
    return enter()
  }
  void step(start)

  /** The first page again, of the tenant that is chosen; `then` when that shows. */
  const again = (then: (page: string) => unknown = () => {}) => {
    void clear().then(() => {
      handler = make()
      onTurn = (name) => {
        onTurn = () => {}
        then(name)
      }
      return step(chosen ? enter : choose)
    })
  }

  return {
    restart: leave,
    askEmail: ({ goOn } = { goOn: false }) => {
      const typed = emailField(place)?.value ?? ''
      again((name) => isFirst(name) && toEmail(place, typed, goOn))
    },
    press: (provider) => {
      const button = providerButton(place, provider)
      if (button) button.click()
      else again(() => providerButton(place, provider)?.click())
    },
    usePopups,
    followLink: () => {
      const own = config().tenants[chosen?.tenantId ?? projectItself]
      if (own) firebaseui.auth.AuthUI.getInstance()?.setConfig({ signInOptions: own.signInOptions })
    },
    atStart: () => isFirst(pageOf(place)),
    stop: () => {
      stopped = true
      turns.disconnect()
      stopFixing()
      compat.attend(null)
      gone = clear().then(
        () => page.container.replaceChildren(),
        () => undefined,
      )
    },
  }
}
