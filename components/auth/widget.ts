import type * as firebaseui from 'firebaseui'
import { fixMarkup } from '@/components/auth/accessibility/markup'
import type { SignInOption, SignInSettings } from '@/lib/contract/sign-in'
import type { Mode } from './address'
import { hidesAccounts, type Words } from './answers'
import { CallHandler, type CallEvent, type Choices } from './handler'
import { legalLinks, phoneCountries, popupFlow, widgetOptions } from './options'
import { isFirst, pageOf, restorableSteps } from './state'
import { isVerified, type Compat, type CompatUser } from './sdk'

export type AuthResult = {
  user: CompatUser
  operationType?: string
  additionalUserInfo?: { isNewUser: boolean } | null
}

export type WidgetEvent =
  | CallEvent
  | { type: 'shown' }
  | { type: 'page'; name: string }
  /** `linked` if a provider was added to an existing account, `isNew` if this has just created one. */
  | { type: 'signed-in'; user: CompatUser; linked: boolean; isNew: boolean }
  | { type: 'merging' }
  | { type: 'stranded' }
  | { type: 'tenant-chosen'; signInOptions: SignInOption[] }

export type Library = typeof firebaseui

export type Host = {
  /** In the language of the page. */
  library: Library
  words: Words
  container: HTMLElement
  returnTo: string
  mode: () => Mode
  choices: () => Choices
  emit: (event: WidgetEvent) => void
  secondStep: (cause: unknown) => Promise<unknown>
}

/** What the page's own widget and that of its tenants share. Every link loads a whole document, so it never ends. */
export abstract class Widget {
  private pressed: HTMLElement | null = null
  protected typed = ''
  protected usesPopups = false

  constructor(
    protected readonly compat: Compat,
    protected readonly host: Host,
    protected readonly place: HTMLElement,
  ) {
    const onClick = ({ target }: MouseEvent) => {
      this.pressed = target instanceof Element ? target.closest('button') : null
      const given = this.emailField?.value
      this.typed = given || this.typed
      // The widget asks again on a page of its own, which needs no answer.
      if (given && this.page === 'provider-sign-in' && this.pressed?.dataset.providerId === 'password')
        setTimeout(() => this.page === 'sign-in' && this.submitEmail(given))
    }
    place.addEventListener('click', onClick, { capture: true })
    fixMarkup(place, {
      words: host.words,
      legal: legalLinks(compat.settings, host.words.locale),
      countries: () => phoneCountries(this.options),
    })
    new MutationObserver(() => this.onChange()).observe(place, { childList: true })
  }

  protected abstract get options(): SignInOption[]
  protected abstract onChange(): void
  /** Starts again, and calls back at the first page. */
  protected abstract restartThen(next: (page: string) => void): void
  protected abstract configure(change: firebaseui.auth.Config): void
  abstract restart: () => void
  abstract linkInstead: () => void

  protected get page() {
    return pageOf(this.place)
  }

  private get emailField() {
    return this.place.querySelector<HTMLInputElement>('input.firebaseui-id-email')
  }

  protected get situation() {
    const { choices, returnTo, words } = this.host
    const { emailLink } = choices()
    return { emailLink, origin: location.origin, returnTo, region: navigator.language, words }
  }

  protected createHandler(settings: SignInSettings, tenantId: string | null = null) {
    const { compat, host } = this
    return new CallHandler({
      ...host,
      settings,
      page: () => this.page,
      pressed: () => this.pressed,
      usePopups: () => this.usePopups(),
      hidesAccounts: hidesAccounts(compat, tenantId),
      isVerified: () => isVerified(compat.auth),
      emit: (event) => {
        host.emit(event)
        if (event.type === 'link-preferred')
          this.configure({ signInOptions: widgetOptions(this.options, compat.settings, this.situation) })
      },
    })
  }

  private usePopups() {
    this.usesPopups = true
    this.configure(popupFlow)
  }

  protected press(provider: string) {
    const find = () =>
      [...this.place.querySelectorAll<HTMLElement>('button[data-provider-id]')].find(
        (button) => button.dataset.providerId === provider,
      )
    const button = find()
    if (button) button.click()
    // The widget clears its state after showing, and would forget the redirect.
    else this.restartThen(() => setTimeout(() => find()?.click()))
  }

  /** Asks for the email address again; `goOn` submits a typed one. */
  askEmail = ({ goOn } = { goOn: false }) => {
    const typed = this.emailField?.value || this.typed
    this.restartThen((page) => {
      if (!isFirst(page)) return
      this.place.querySelector<HTMLElement>('button[data-provider-id="password"]')?.click()
      if (typed && goOn) this.submitEmail(typed)
      else this.fillEmail(typed)
    })
  }

  private fillEmail(address: string) {
    if (this.emailField) this.emailField.value = address
  }

  private submitEmail(address: string) {
    this.fillEmail(address)
    this.place.querySelector<HTMLElement>('.firebaseui-id-submit')?.click()
  }

  openPopup = (provider: string) => {
    this.usePopups()
    this.press(provider)
  }

  isAtStart = () => isFirst(this.page)

  /** Shows an earlier step; returns whether it can. */
  goTo = (step: string): boolean => {
    if (!restorableSteps.has(step) || (step === 'password' && !this.typed)) return false
    const changeNumber = this.place.querySelector<HTMLElement>('.firebaseui-id-change-phone-number-link')
    if (step === 'select-tenant') this.restart()
    else if (step === 'provider-sign-in') this.restartThen(() => setTimeout(() => this.fillEmail(this.typed)))
    else if (step !== 'phone-sign-in-start') this.askEmail({ goOn: step === 'password' })
    else if (changeNumber) changeNumber.click()
    else this.press('phone')
    return true
  }
}
