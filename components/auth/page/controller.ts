import { flushSync } from 'react-dom'
import type { Compat, CompatUser } from '@/components/auth/widget/compat'
import type { Visit } from '@/components/auth/widget/look-up'
import { isFirst, isSuccess, keepsLink, showsWait } from '@/components/auth/widget/pages'
import type * as WidgetModule from '@/components/auth/widget/widget'
import type { Host, Widget, WidgetEvent } from '@/components/auth/widget/widget'
import { openSession } from '@/components/session/session'
import { publicConfig } from '@/lib/browser/config'
import { personOf } from '@/lib/browser/identity'
import { sdkTimeoutMs, withTimeout } from '@/lib/browser/timeout'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { limits } from '@/lib/site'
import { requestedVisit, openAddress, type OpenedAddress } from './address'
import { clearSignInStorage, storeOpenedLink, readRedirect, storeRedirect } from './sign-in-storage'
import { isHidden, type SignInEvent, type Note, type Store } from './reducer'
import { completeSignIn, syncChangedUser, watchSession, type SessionEvent } from './signed-in'
import { StepHistory } from './step-history'

/** After this long without an answer, the page offers other ways. */
const stuckAfterMs = 20 * limits.busyDelayMs

/** The widget adds dialogs to the body. */
const closeDialogs = () =>
  document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog').forEach((one) => one.close())

/** Waits for the widget's container, logging each attempt. Returns null when aborted. */
export async function findContainer(id: string, signal: AbortSignal): Promise<HTMLElement | null> {
  while (!signal.aborted) {
    const found = document.getElementById(id)
    console.info(found ? 'Sign-in container found.' : 'Looking for the sign-in container.')
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, limits.containerPollMs))
  }
  return null
}

type Options = {
  store: Store
  containerId: string
  onSignedOut: () => void
  signal: AbortSignal
}

/** Loads and mounts the widget. Returns null if a user is signed in, and throws if it cannot be loaded. */
export async function openSignIn({ store, containerId, onSignedOut, signal }: Options): Promise<Controller | null> {
  const [{ signIn: settings }, container, { openCompat, firstUser }, widgetModule] = await Promise.all([
    publicConfig(),
    findContainer(containerId, signal),
    import('@/components/auth/widget/compat'),
    import('@/components/auth/widget/widget'),
  ])
  if (signal.aborted || !container) return null
  const address = openAddress(settings)
  const redirect = readRedirect()
  const email = settings.signInOptions.find(({ provider }) => provider === 'password')
  store.dispatch({
    type: 'configured',
    settings,
    visit: requestedVisit(location.search),
    emailLink:
      address.mode() === 'signIn' ||
      address.incomplete === 'signIn' ||
      redirect?.byLink === true ||
      email?.signInMethod === 'emailLink',
    returnedFrom: redirect?.provider ?? null,
    note: address.incomplete && { kind: 'link', problem: 'incomplete', mode: address.incomplete },
  })
  const compat = await openCompat()
  // After the compat app, which the session reuses.
  void openSession()
  const user = await withTimeout(firstUser(compat.auth), sdkTimeoutMs)
  if (signal.aborted) return null
  const controller = new Controller({ store, settings, address, compat, container, onSignedOut, signal })
  watchSession(compat.auth, controller.onSession, signal)
  if (user && !user.isAnonymous && !address.ignoresUser) {
    storeRedirect(null)
    controller.showUser(user)
    return null
  }
  await controller.mount(widgetModule)
  return signal.aborted ? null : controller
}

type Parts = Omit<Options, 'containerId'> & {
  settings: SignInSettings
  address: OpenedAddress
  compat: Compat
  container: HTMLElement
}

export class Controller {
  private readonly returnTo: string
  private widget: Widget | null = null
  private readonly steps: StepHistory
  private stuckTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly parts: Parts) {
    this.returnTo = parts.address.next()
    this.steps = new StepHistory(this.goTo, parts.signal)
    parts.container.addEventListener('click', this.onBack, { capture: true, signal: parts.signal })
  }

  private get state() {
    return this.parts.store.get()
  }

  /** Synchronous, so that nothing above the widget moves after it is painted. */
  private dispatch(event: SignInEvent) {
    const { store, signal } = this.parts
    if (!signal.aborted) flushSync(() => store.dispatch(event))
  }

  async mount({ mountWidget }: typeof WidgetModule): Promise<void> {
    const { compat, container, settings, address, signal } = this.parts
    const host: Host = {
      container,
      returnTo: this.returnTo,
      mode: address.mode,
      choices: () => this.state,
      emit: this.onWidget,
      secondStep: this.secondStep,
    }
    const widget = settings.tenants
      ? await (await import('@/components/auth/widget/tenants')).mountTenants(compat, host, settings)
      : await mountWidget(compat, host)
    this.widget = widget
    if (signal.aborted) return widget.stop()
    signal.addEventListener('abort', () => {
      clearTimeout(this.stuckTimer)
      widget.stop()
    })
    if (container.querySelector('.firebaseui-id-page-unrecoverable-error')) this.dispatch({ type: 'stuck' })
  }

  readonly onSession = (event: SessionEvent) => {
    const { address, onSignedOut } = this.parts
    const { isDone, stage } = this.state
    if (event.type === 'found' && (isDone || !address.ignoresUser)) this.showUser(event.user)
    if (event.type === 'restored' && (isDone || readRedirect())) location.reload()
    if (event.type === 'signed-out' && stage.at === 'already') onSignedOut()
  }

  private readonly goTo = (step: string): boolean => {
    if (this.state.isDone || !this.widget) return false
    if (this.state.stage.at === 'second') this.dispatch({ type: 'second-factor-ended' })
    closeDialogs()
    return this.widget.goTo(step)
  }

  /** The form's own back buttons use the browser's history. */
  private readonly onBack = (event: MouseEvent) => {
    const pressed = event.target instanceof Element && event.target.closest('button')
    const isChange = pressed && pressed.matches('.sign-in-change')
    if (!pressed || !(isChange || pressed.matches('.firebaseui-id-secondary-link'))) return
    if (this.steps.back()) event.stopImmediatePropagation()
    else if (isChange) this.widget?.askEmail()
  }

  showUser(user: CompatUser) {
    closeDialogs()
    void this.steps.end()
    this.dispatch({ type: 'already', person: personOf(user), next: this.returnTo })
  }

  private readonly onWidget = (event: WidgetEvent) => {
    const { compat, settings } = this.parts
    switch (event.type) {
      case 'page':
        return this.onPage(event.name)
      case 'note':
        return this.showNote(event.note)
      case 'signed-in':
        return this.leave(event)
      case 'stranded':
        return this.onStranded()
      case 'account-changed':
        // A tenant's user is adopted later.
        if (!settings.tenants) void syncChangedUser(compat)
        return
      case 'link-preferred':
        if (!settings.tenants) this.dispatch({ type: 'link-chosen', emailLink: true })
        return
      default:
        this.dispatch(event)
    }
  }

  private onPage(name: string) {
    const { address, compat, container, signal } = this.parts
    if (signal.aborted || this.state.isDone) return
    const user = compat.auth.currentUser
    if (address.ignoresUser && !address.isSelect && isFirst(name) && user && !user.isAnonymous) {
      storeOpenedLink(null)
      address.clearMode()
      return this.showUser(user)
    }
    const hasReturned = isFirst(name) && this.state.returnedFrom !== null
    const unfinished = hasReturned ? (readRedirect()?.provider ?? null) : null
    if (!keepsLink(name)) storeOpenedLink(null)
    // Otherwise a reload would report the used code as expired.
    if (isSuccess(name)) address.clearMode()
    if (unfinished !== null) {
      storeRedirect(null)
      closeDialogs()
    }
    this.dispatch({ type: 'page', name, hasButtons: container.querySelector('button') !== null, unfinished })
    this.steps.shown(name)
    this.watchWait()
  }

  private showNote(note: Note | null) {
    if (this.parts.signal.aborted || isHidden(this.state)) return
    const wasInterrupted = this.state.note?.kind === 'interrupted'
    this.dispatch({ type: 'note', note })
    if (note) closeDialogs()
    else if (wasInterrupted) this.watchWait()
  }

  private watchWait() {
    const { container } = this.parts
    clearTimeout(this.stuckTimer)
    if (!showsWait(container)) return
    this.stuckTimer = setTimeout(() => {
      const { note, returnedFrom } = this.state
      if (note?.kind !== 'interrupted' && showsWait(container))
        this.showNote({ kind: 'waiting', provider: returnedFrom })
    }, stuckAfterMs)
  }

  private onStranded() {
    const { address, signal } = this.parts
    if (signal.aborted || isHidden(this.state)) return
    address.clearMode()
    this.widget?.restart()
    this.dispatch({ type: 'stranded' })
    if (this.state.note?.kind === 'stranded') closeDialogs()
  }

  private leave({ user, linked, redirectUrl }: Extract<WidgetEvent, { type: 'signed-in' }>) {
    const { address, settings } = this.parts
    storeOpenedLink(null)
    // A guest may still open the link that was sent.
    if (!user.isAnonymous) clearSignInStorage()
    this.dispatch({ type: 'leaving' })
    const target = { next: address.next(redirectUrl), linked, popupMode: settings.popupMode }
    void this.steps
      .end()
      .then(() => completeSignIn(user, target))
      .then((text) => text !== null && this.dispatch({ type: 'failed', text }))
  }

  private readonly secondStep = async (cause: unknown): Promise<unknown> => {
    const [{ openChallenge }, { SecondStep }, { compatResult }] = await Promise.all([
      import('@/lib/browser/second-factor-challenge'),
      import('@/components/session/second-step'),
      import('@/components/auth/widget/compat'),
    ]).catch(() => {
      throw Object.assign(new Error('The second step could not be loaded.'), { code: 'auth/network-request-failed' })
    })
    const challenge = openChallenge(cause)
    // A redirect or link can be used only once.
    storeRedirect(null)
    storeOpenedLink(null)
    this.parts.address.clearMode()
    closeDialogs()
    return new Promise((resolve) => {
      const onDone: Parameters<typeof SecondStep>[0]['onDone'] = (credential) => {
        this.dispatch({ type: 'second-factor-ended' })
        resolve(compatResult(credential, challenge.appName))
      }
      const press = () => {
        this.dispatch({ type: 'second-factor-ended' })
        this.widget?.restart()
      }
      const step = { challenge, onDone, cancel: { name: 'Cancel', press } }
      this.dispatch({ type: 'second-factor', Step: SecondStep, step })
    })
  }

  chooseVisit(visit: Visit) {
    this.dispatch({ type: 'visit-chosen', visit })
    const { widget } = this
    if (!widget || widget.isAtStart()) return
    const focused = document.activeElement
    widget.askEmail({ goOn: true })
    // The widget takes the focus when it restarts.
    if (focused instanceof HTMLElement) setTimeout(() => focused.isConnected && focused.focus())
  }

  chooseLink(emailLink: boolean) {
    this.dispatch({ type: 'link-chosen', emailLink })
    if (this.state.page.name === 'password-linking') this.widget?.linkInstead()
    else this.widget?.askEmail({ goOn: !isFirst(this.state.page.name) })
  }

  /** Asks for the address to send another link to. */
  newLink() {
    this.dispatch({ type: 'visit-chosen', visit: 'in' })
    this.parts.address.clearMode()
    this.widget?.askEmail()
  }

  openPopup(provider: string) {
    storeRedirect(null)
    this.widget?.openPopup(provider)
  }

  startAgain() {
    this.dispatch({ type: 'note', note: null })
    storeRedirect(null)
    this.parts.address.clearMode()
    this.widget?.restart()
  }
}
