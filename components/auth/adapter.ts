import * as firebaseui from 'firebaseui'
import { fixMarkup } from '@/components/auth/accessibility/markup'
import type { SignInOption, SignInSettings } from '@/lib/contract/sign-in'
import { limits } from '@/lib/site'
import type { Mode } from './address'
import { hidesAccounts } from './answers'
import { CallHandler, type CallEvent, type Choices } from './handler'
import { legalLinks, phoneCaptcha, phoneCountries, popupFlow, widgetConfig } from './options'
import { isFirst, pageOf, restorableSteps } from './reducer'
import { isVerified, type Compat, type CompatUser } from './sdk'

export type WidgetEvent =
  | CallEvent
  | { type: 'shown' }
  | { type: 'page'; name: string }
  /** `linked` if a provider was added to an existing account. */
  | { type: 'signed-in'; user: CompatUser; linked: boolean; redirectUrl: string | undefined }
  | { type: 'merging' }
  | { type: 'stranded' }
  | { type: 'tenant-chosen'; signInOptions: SignInOption[] }

export type Host = {
  container: HTMLElement
  returnTo: string
  mode: () => Mode
  choices: () => Choices
  emit: (event: WidgetEvent) => void
  secondStep: (cause: unknown) => Promise<unknown>
}

export type Widget = {
  restart: () => void
  /** Asks for the email address again; `goOn` submits a typed one. */
  askEmail: (options?: { goOn: boolean }) => void
  openPopup: (provider: string) => void
  linkInstead: () => void
  isAtStart: () => boolean
  /** Shows an earlier step; returns whether it can. */
  goTo: (step: string) => boolean
  stop: () => void
}

const emailField = (container: HTMLElement) => container.querySelector<HTMLInputElement>('input.firebaseui-id-email')

export const typedEmail = (container: HTMLElement) => emailField(container)?.value ?? ''

export const providerButton = (container: HTMLElement, provider: string) =>
  [...container.querySelectorAll<HTMLElement>('button[data-provider-id]')].find(
    (button) => button.dataset.providerId === provider,
  )

export function goToEmail(container: HTMLElement, typed: string, goOn: boolean) {
  providerButton(container, 'password')?.click()
  const field = emailField(container)
  if (field) field.value = typed
  if (typed && goOn) container.querySelector<HTMLElement>('.firebaseui-id-submit')?.click()
}

/** Returns to the number. */
export function changeNumber(container: HTMLElement): boolean {
  const link = container.querySelector<HTMLElement>('.firebaseui-id-change-phone-number-link')
  link?.click()
  return link !== null
}

export const startFixes = (container: HTMLElement, compat: Compat, options: () => SignInOption[]) =>
  fixMarkup(container, {
    legal: legalLinks(compat.settings),
    countries: () => phoneCountries(options()),
    resend: (box) => compat.resendCode(box, phoneCaptcha(options())),
  })

export const situationOf = ({ choices, returnTo }: Host) => ({
  emailLink: choices().emailLink,
  origin: location.origin,
  returnTo,
  language: navigator.language,
})

type HandlerOptions = {
  compat: Compat
  host: Host
  settings: SignInSettings
  tenantId?: string | null
  page: () => string
  isOpenedByLink: () => boolean
  pressed?: () => HTMLElement | null
  usePopups: () => void
  updateMethod: () => void
}

export const createHandler = ({ compat, host, settings, tenantId = null, updateMethod, ...more }: HandlerOptions) =>
  new CallHandler({
    ...more,
    settings,
    mode: host.mode,
    choices: host.choices,
    secondStep: host.secondStep,
    hidesAccounts: hidesAccounts(compat, tenantId),
    isVerified: () => isVerified(compat.auth),
    emit: (event) => {
      host.emit(event)
      if (event.type === 'link-preferred' || event.type === 'links-refused') updateMethod()
    },
  })

/** How long the widget may stay empty between pages or before a result. */
const emptyMs = 4 * limits.busyDelayMs

/** Deletion is slow, and a second widget must wait for it. */
export const deletion: { done: Promise<unknown> } = { done: Promise.resolve() }

export async function mountWidget(compat: Compat, host: Host): Promise<Widget> {
  await deletion.done
  return new DropInWidget(compat, host)
}

class DropInWidget implements Widget {
  private readonly ui: firebaseui.auth.AuthUI
  private readonly handler: CallHandler
  private readonly observer: MutationObserver
  private readonly stopFixes: () => void
  private readonly ended = new AbortController()
  private pressed: HTMLElement | null = null
  private typed = ''
  private usesPopups = false
  /** Stays empty while a guest signs in to an existing account. */
  private isMerging = false
  private emptyTimer: ReturnType<typeof setTimeout> | undefined
  private afterShown = () => {}

  constructor(
    private readonly compat: Compat,
    private readonly host: Host,
  ) {
    const { container } = host
    const { settings } = compat
    this.handler = createHandler({
      compat,
      host,
      settings,
      page: () => pageOf(container),
      isOpenedByLink: () => host.mode() === 'signIn',
      pressed: () => this.pressed,
      usePopups: () => this.usePopups(),
      updateMethod: () => this.ui.setConfig(this.config()),
    })
    compat.handleCalls(this.handler)
    this.ui = new firebaseui.auth.AuthUI(compat.auth)
    compat.prepareSecondClient()
    const onClick = ({ target }: MouseEvent) => {
      this.pressed = target instanceof Element ? target.closest('button') : null
      this.typed = typedEmail(container) || this.typed
    }
    container.addEventListener('click', onClick, { capture: true, signal: this.ended.signal })
    this.stopFixes = startFixes(container, compat, () => settings.signInOptions)
    this.observer = new MutationObserver(() => this.onChange())
    this.observer.observe(container, { childList: true })
    this.start()
  }

  private start() {
    this.ui.start(this.host.container, this.config())
  }

  private onChange() {
    clearTimeout(this.emptyTimer)
    const { container, emit } = this.host
    const name = pageOf(container)
    if (name) emit({ type: 'page', name })
    else if (!container.firstElementChild && !this.isMerging)
      this.emptyTimer = setTimeout(() => emit({ type: 'stranded' }), emptyMs)
  }

  restart = () => {
    this.compat.abandon()
    this.ui.reset()
    this.start()
  }

  private restartThen(next: () => void) {
    this.afterShown = next
    this.restart()
  }

  askEmail = ({ goOn } = { goOn: false }) => {
    const { container } = this.host
    const typed = typedEmail(container) || this.typed
    this.restartThen(() => goToEmail(container, typed, goOn))
  }

  private press(provider: string) {
    const button = () => providerButton(this.host.container, provider)
    if (button()) button()?.click()
    // The widget clears its state after showing, and would forget the redirect.
    else this.restartThen(() => setTimeout(() => button()?.click()))
  }

  private usePopups() {
    this.usesPopups = true
    this.ui.setConfig(popupFlow)
  }

  openPopup = (provider: string) => {
    this.usePopups()
    this.press(provider)
  }

  linkInstead = () => {
    if (this.handler.conflict) this.press(this.handler.conflict.provider)
    else this.askEmail()
  }

  isAtStart = () => isFirst(pageOf(this.host.container))

  goTo = (step: string) => {
    if (!restorableSteps.has(step) || (step === 'password' && !this.typed)) return false
    if (step === 'sign-in' || step === 'password') this.askEmail({ goOn: step === 'password' })
    else if (step === 'provider-sign-in') this.restart()
    else if (!changeNumber(this.host.container)) this.press('phone')
    return true
  }

  stop = () => {
    clearTimeout(this.emptyTimer)
    this.ended.abort()
    this.observer.disconnect()
    this.stopFixes()
    this.compat.handleCalls(null)
    deletion.done = this.ui.delete().catch(() => undefined)
  }

  private config(): firebaseui.auth.Config {
    return {
      ...widgetConfig(this.compat.settings, situationOf(this.host)),
      ...(this.usesPopups && popupFlow),
      callbacks: {
        signInSuccessWithAuthResult: (result: { user: CompatUser; operationType?: string }, redirectUrl) => {
          this.host.emit({ type: 'signed-in', user: result.user, linked: result.operationType === 'link', redirectUrl })
          // The page leaves after the server has stored the user.
          return false
        },
        signInFailure: (error) => this.onFailure(error),
        uiShown: () => {
          const next = this.afterShown
          this.afterShown = () => {}
          next()
          this.host.emit({ type: 'shown' })
        },
      },
    }
  }

  private async onFailure({ code, credential }: firebaseui.auth.AuthUIError) {
    if (code !== 'firebaseui/anonymous-upgrade-merge-conflict') return
    this.isMerging = true
    const { emit } = this.host
    emit({ type: 'merging' })
    try {
      const { user } = await this.compat.auth.signInWithCredential(credential)
      if (user) emit({ type: 'signed-in', user, linked: false, redirectUrl: undefined })
    } catch {
      this.isMerging = false
      emit({ type: 'stranded' })
    }
  }
}
