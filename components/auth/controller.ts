import { flushSync } from 'react-dom'
import { signOutAndGoHome, syncPerson } from '@/components/session/session'
import { readHint, getSnapshot } from '@/components/session/store'
import { isOk, problemWords } from '@/lib/browser/answer'
import { callApi } from '@/lib/browser/call-api'
import { readHealthConsent, storeHealthConsent } from '@/lib/browser/health-consent'
import { personOf } from '@/lib/browser/identity'
import { localPath } from '@/lib/locales'
import { limits, paths, storageKeys } from '@/lib/site'
import type * as WidgetModule from './adapter'
import type { Host, Library, Widget, WidgetEvent } from './widget'
import type { Visit } from './address'
import type { Words } from './answers'
import {
  clearSignInStorage,
  goToNextPage,
  readRedirect,
  StepHistory,
  storeOpenedLink,
  storeRedirect,
  type OpenedAddress,
} from './history'
import {
  afterPage,
  isDone,
  isFirst,
  isSuccess,
  keepsLink,
  lacksConsent,
  showsWait,
  isHidden,
  type Note,
  type State,
  type Store,
} from './state'
import type { Compat, CompatUser, CompatAuth } from './sdk'

/** After this long without an answer, the page offers other ways. */
const stuckAfterMs = 20 * limits.busyDelayMs

/** The widget adds dialogs to the body. */
const closeDialogs = () =>
  document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog').forEach((one) => one.close())

type Parts = {
  store: Store
  words: Words
  address: OpenedAddress
  compat: Compat
  container: HTMLElement
}

export class Controller {
  private widget: Widget | null = null
  private readonly steps: StepHistory
  private stuckTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly parts: Parts) {
    this.steps = new StepHistory(this.goTo)
    parts.container.addEventListener('click', this.onBack, { capture: true })
    for (const type of ['click', 'keydown']) parts.container.addEventListener(type, this.onSubmit, { capture: true })
  }

  private get state() {
    return this.parts.store.get()
  }

  /** Synchronous, so that nothing above the widget moves after it is painted. */
  private set(change: Partial<State>) {
    flushSync(() => this.parts.store.set(change))
  }

  async mount({ mountWidget }: typeof WidgetModule, library: Library): Promise<void> {
    const { compat, container, address, words } = this.parts
    const host: Host = {
      library,
      words,
      container,
      returnTo: address.returnTo,
      mode: address.mode,
      choices: () => this.state,
      emit: this.onWidget,
      secondStep: this.secondStep,
    }
    this.widget = await mountWidget(compat, host)
    if (container.querySelector('.firebaseui-id-page-unrecoverable-error')) this.set({ stage: { at: 'stuck' } })
  }

  /** Follows sign-ins elsewhere. The stored hint decides, because a restored page's SDK is outdated. */
  watchSession() {
    const { address, compat } = this.parts
    const { auth } = compat
    // Storage events come from other tabs only.
    let isChangedElsewhere = false
    const showIfKnown = () => {
      const user = auth.currentUser
      const isKnown = user !== null && !user.isAnonymous && readHint()?.uid === user.uid
      if (isKnown && (isDone(this.state) || !address.ignoresUser)) this.showUser(user)
      return isKnown
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== storageKeys.session && key !== null) return
      isChangedElsewhere = readHint() !== null
      if (isChangedElsewhere) showIfKnown()
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !showIfKnown() && (isDone(this.state) || readRedirect())) location.reload()
    }
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
    auth.onAuthStateChanged((user) => {
      if (user && isChangedElsewhere) showIfKnown()
      if (!user && this.state.stage.at === 'already') location.reload()
    })
  }

  private readonly goTo = (step: string): boolean => {
    if (isDone(this.state) || !this.widget) return false
    if (this.state.stage.at === 'second') this.set({ stage: { at: 'widget' } })
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

  /** Stops a press, or Enter in a field, that would create an account without the consent. */
  private readonly onSubmit = (event: Event) => {
    const { target } = event
    const isEnter = event instanceof KeyboardEvent && event.key === 'Enter' && target instanceof HTMLInputElement
    const pressed = isEnter
      ? this.parts.container.querySelector('.firebaseui-id-submit')
      : event.type === 'click' && target instanceof Element && target.closest('button')
    if (!pressed || !lacksConsent(this.state, pressed)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    this.set({ consentRefusals: this.state.consentRefusals + 1 })
  }

  setConsent(isGiven: boolean) {
    storeHealthConsent(isGiven)
    this.set({ hasConsent: isGiven })
  }

  showUser(user: CompatUser) {
    closeDialogs()
    void this.steps.end()
    this.set({ stage: { at: 'already', person: personOf(user), next: this.parts.address.returnTo } })
  }

  private readonly onWidget = (event: WidgetEvent) => {
    const { auth, settings } = this.parts.compat
    switch (event.type) {
      case 'page':
        return this.onPage(event.name)
      case 'shown':
        if (!isHidden(this.state)) this.set({ stage: { at: 'widget' } })
        return
      case 'note':
        return this.showNote(event.note)
      case 'signed-in':
        return this.leave(event)
      case 'stranded':
        return this.onStranded()
      case 'account-changed':
        // A tenant's user is adopted later.
        if (!settings.tenants) void syncChangedUser(auth)
        return
      case 'link-preferred':
        if (!settings.tenants) this.set({ emailLink: true })
        return
      case 'looked-up':
        return this.set({ ledBy: event.ledBy })
      case 'refused':
        return this.set({ refusal: event.code })
      case 'tenant-chosen':
        return this.set({ settings: { ...settings, signInOptions: event.signInOptions } })
      case 'merging':
        return this.set({ isMerging: true })
    }
  }

  private onPage(name: string) {
    const { address, compat, container } = this.parts
    if (isDone(this.state)) return
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
    const hasButtons = container.querySelector('button') !== null
    this.set(afterPage(this.state, { name, hasButtons }, unfinished))
    this.steps.shown(name)
    this.watchWait()
  }

  private showNote(note: Note | null) {
    if (isHidden(this.state)) return
    const wasInterrupted = this.state.note?.kind === 'interrupted'
    this.set({ note })
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
    if (isHidden(this.state)) return
    this.parts.address.clearMode()
    this.widget?.restart()
    const isTaken = this.state.note?.kind === 'taken'
    this.set({ isMerging: false, ...(!isTaken && { note: { kind: 'stranded' } }) })
    if (!isTaken) closeDialogs()
  }

  private leave({ user, linked, isNew }: SignedIn) {
    const isSignUp = this.state.page.name === 'password-sign-up'
    if (isNew && !user.isAnonymous && readHealthConsent() === null) return this.askConsent(user)
    storeOpenedLink(null)
    // A guest may still open the link that was sent.
    if (!user.isAnonymous) clearSignInStorage()
    this.set({ stage: { at: 'leaving' }, note: null })
    void this.steps.end().then(() => this.finish(user, { linked, confirmsAddress: isSignUp }))
  }

  /** Goes to the next page once the server has stored the user. */
  private async finish(user: CompatUser, { linked, confirmsAddress }: { linked: boolean; confirmsAddress: boolean }) {
    const { address, compat, words } = this.parts
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, linked ? linkedRecordMs : recordMs))
    // The profile can send another link.
    const profile = { url: location.origin + localPath(paths.profile, words.locale) }
    const sent = confirmsAddress && user.sendEmailVerification(profile).catch(() => undefined)
    await Promise.race([Promise.all([syncPerson(personOf(user), linked), sent]), timeout]).catch(() => undefined)
    storeHealthConsent(false)
    const now = getSnapshot()
    if (now.state !== 'anonymous' || !now.ended) return goToNextPage(address.returnTo, compat.settings.popupMode)
    const text = now.refusal ? problemWords(words.requests, now.refusal) : words.identity('expired')
    this.set({ stage: { at: 'failed', text } })
  }

  private askConsent(user: CompatUser) {
    closeDialogs()
    const onAgree = () => {
      storeHealthConsent(true)
      // The record exists already, so it is written again.
      this.leave({ type: 'signed-in', user, linked: true, isNew: false })
    }
    const onDecline = () => declineConsent(user, this.parts.words)
    this.set({ stage: { at: 'consent', onAgree, onDecline }, note: null })
  }

  private readonly secondStep = async (cause: unknown): Promise<unknown> => {
    const [{ openChallenge }, { SecondStep }, { compatResult }] = await Promise.all([
      import('@/lib/browser/second-factor-challenge'),
      import('@/components/session/second-step'),
      import('./sdk'),
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
        this.set({ stage: { at: 'widget' } })
        resolve(compatResult(credential, challenge.appName))
      }
      const press = () => {
        this.set({ stage: { at: 'widget' } })
        this.widget?.restart()
      }
      const step = { challenge, onDone, cancel: { name: this.parts.words.auth('secondStepCancel'), press } }
      this.set({ stage: { at: 'second', Step: SecondStep, step }, note: null, returnedFrom: null })
    })
  }

  chooseVisit(visit: Visit) {
    this.set({ visit })
    const { widget } = this
    if (!widget || widget.isAtStart()) return
    const focused = document.activeElement
    widget.askEmail({ goOn: true })
    // The widget takes the focus when it restarts.
    if (focused instanceof HTMLElement) setTimeout(() => focused.isConnected && focused.focus())
  }

  chooseLink(emailLink: boolean) {
    this.set({ emailLink })
    if (this.state.page.name === 'password-linking') this.widget?.linkInstead()
    else this.widget?.askEmail({ goOn: !isFirst(this.state.page.name) })
  }

  newLink() {
    this.set({ visit: 'in' })
    this.parts.address.clearMode()
    this.widget?.askEmail()
  }

  openPopup(provider: string) {
    storeRedirect(null)
    this.widget?.openPopup(provider)
  }

  startAgain() {
    this.set({ note: null })
    storeRedirect(null)
    this.parts.address.clearMode()
    this.widget?.restart()
  }
}

/** Milliseconds to wait for the user's record and plan. The next page tries again. */
const recordMs = 6 * limits.busyDelayMs
/** Longer, because no other page stores a linked provider. */
const linkedRecordMs = 20 * limits.busyDelayMs

type SignedIn = Extract<WidgetEvent, { type: 'signed-in' }>

/** Deletes what the sign-in has created. Returns a message if it may still exist. */
async function declineConsent(user: CompatUser, { auth }: Words): Promise<string | null> {
  const answer = await callApi((api) => api.deleteAccount(user.uid))
  await user.delete().catch(() => undefined)
  if (!isOk(answer) && answer.status !== 404) return auth('declineFailed')
  await signOutAndGoHome()
  return null
}

async function syncChangedUser({ currentUser: user }: CompatAuth): Promise<void> {
  if (!user || user.isAnonymous) return
  const isReloaded = await user.reload().then(
    () => true,
    () => false,
  )
  if (isReloaded) await syncPerson(personOf(user), true)
}
