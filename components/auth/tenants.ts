import * as firebaseui from 'firebaseui'
import { createElementWith } from '@/components/auth/accessibility/forms'
import { errorCodeOf } from '@/lib/browser/sdk-error'
import { sentences } from '@/lib/contract/sentences'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { paths } from '@/lib/site'
import {
  changeNumber,
  createHandler,
  deletion,
  goToEmail,
  providerButton,
  situationOf,
  startFixes,
  typedEmail,
  type Host,
  type Widget,
} from './adapter'
import { actionOf } from './address'
import { codedError, networkError } from './answers'
import { requestedTenant, isSignedOutPage, popupFlow, projectItself, tenantsConfig, withTenant } from './options'
import { isFirst, pageOf, restorableSteps } from './reducer'
import { adoptUser, prepareTenantClient, type Compat, type CompatAuth, type CompatUser } from './sdk'

async function waitUntilWidgetIsGone() {
  while (firebaseui.auth.AuthUI.getInstance()) await new Promise((resolve) => setTimeout(resolve, 20))
}

type FooterLink = { text: string } & ({ press: () => void } | { href: string })

function createFooter() {
  const element = createElementWith('p', { class: 'mt-4' })
  return {
    element,
    show(link: FooterLink | null) {
      element.replaceChildren()
      if (!link) return
      const attributes = {
        class: 'link inline-flex min-h-11 cursor-pointer items-center font-semibold',
        text: link.text,
      }
      if ('href' in link) return element.append(createElementWith('a', { ...attributes, href: link.href }))
      const button = createElementWith('button', { ...attributes, type: 'button' })
      button.addEventListener('click', link.press)
      element.append(button)
    },
  }
}

export async function mountTenants(compat: Compat, host: Host, settings: SignInSettings): Promise<Widget> {
  await deletion.done
  return new TenantsWidget(compat, host, settings)
}

class TenantsWidget implements Widget {
  private readonly place = document.createElement('div')
  private readonly footer = createFooter()
  private readonly tenants: NonNullable<SignInSettings['tenants']>
  private readonly app: { projectId?: string; authDomain?: string }
  private readonly stopFixes: () => void
  private readonly observer: MutationObserver
  private handler: firebaseui.auth.FirebaseUiHandler
  private chosen: firebaseui.auth.SelectedTenantInfo | null = null
  private isStopped = false
  private usesPopups = false
  private afterPage: (page: string) => void = () => {}
  private typed = ''

  constructor(
    private readonly compat: Compat,
    private readonly host: Host,
    private readonly settings: SignInSettings,
  ) {
    this.tenants = settings.tenants ?? {}
    this.app = compat.auth.app.options
    host.container.replaceChildren(this.place, this.footer.element)
    this.place.addEventListener('click', () => (this.typed = typedEmail(this.place) || this.typed), { capture: true })
    this.stopFixes = startFixes(this.place, compat, () => this.options)
    this.observer = new MutationObserver(() => this.onChange())
    this.observer.observe(this.place, { childList: true })
    this.handler = this.createUi()
    void this.attempt(() => this.start())
  }

  private get options() {
    return this.tenants[this.chosen?.tenantId ?? projectItself]?.signInOptions ?? []
  }

  private onChange() {
    const name = pageOf(this.place)
    if (!name) return
    // It may go on to another page at once.
    this.afterPage(name)
    this.host.emit({ type: 'shown' })
    this.host.emit({ type: 'page', name: pageOf(this.place) })
  }

  private config() {
    const settings = { ...this.settings, tenants: this.tenants, ...(this.usesPopups && popupFlow) }
    return tenantsConfig(settings, situationOf(this.host), this.app.authDomain ?? '')
  }

  private createUi() {
    return new firebaseui.auth.FirebaseUiHandler(this.place, { [this.compat.apiKey]: this.config() })
  }

  private async clear() {
    this.compat.abandon()
    await this.handler.reset()
    await waitUntilWidgetIsGone()
  }

  private setTenant(tenant: string | null) {
    history.replaceState(history.state, '', withTenant(location.href, tenant))
  }

  private fail(code: string, sentence: string, again: () => Promise<void>) {
    if (this.isStopped) return
    const retry = () => this.clear().then(again)
    this.handler.handleError(Object.assign(codedError(code, sentence), { retry }))
  }

  private async attempt(step: () => Promise<void>): Promise<void> {
    if (this.isStopped) return
    try {
      if (!navigator.onLine) throw networkError('The browser is offline.')
      await step()
    } catch (cause) {
      this.fail(errorCodeOf(cause), sentences.generic, () => this.attempt(step))
    }
  }

  private async start(): Promise<void> {
    const { search } = location
    // Guests count as users and stay signed in.
    if (isSignedOutPage(search, this.settings) && !this.compat.auth.currentUser) {
      this.footer.show({ text: 'Sign in again', href: paths.auth })
      return this.handler.completeSignOut()
    }
    const requestedTenantId = requestedTenant(search, this.tenants)
    if (requestedTenantId === undefined) {
      return this.fail('', 'We couldn’t find anywhere to sign in with this address.', () => this.attempt(this.choose))
    }
    // Links of the project itself name no tenant.
    const isProject = projectItself in this.tenants && actionOf(search, this.settings) !== null
    const id = requestedTenantId ?? (isProject ? projectItself : null)
    if (id === null) return this.choose()
    const providerIds = this.tenants[id]?.signInOptions.map(({ provider }) => provider) ?? []
    this.chosen = { tenantId: id === projectItself ? null : id, providerIds }
    return this.enter()
  }

  private readonly choose = async (): Promise<void> => {
    this.footer.show(null)
    this.chosen = null
    this.setTenant(null)
    const project = { apiKey: this.compat.apiKey, projectId: this.app.projectId ?? '' }
    const { tenantId, ...info } = await this.handler.selectTenant(project, Object.keys(this.tenants))
    this.chosen = { ...info, tenantId: tenantId === projectItself ? null : tenantId }
    await this.attempt(this.enter)
  }

  private readonly enter = async (): Promise<void> => {
    if (!this.chosen || this.isStopped) return
    const { tenantId } = this.chosen
    this.setTenant(tenantId ?? projectItself)
    const hasOthers = Object.keys(this.tenants).length > 1
    this.footer.show(hasOthers ? { text: 'Sign in somewhere else', press: this.restart } : null)
    this.handler.showProgressBar()
    const auth = this.handler.getAuth(this.compat.apiKey, tenantId) as CompatAuth
    await prepareTenantClient(this.compat, auth)
    this.handleCalls(tenantId)
    const { user } = (await this.handler.startSignIn(auth, this.chosen)) as { user: CompatUser }
    await this.attempt(() => this.adopt(user))
  }

  private handleCalls(tenantId: string | null) {
    const signInOptions = this.options
    this.host.emit({ type: 'tenant-chosen', signInOptions })
    const handler = createHandler({
      compat: this.compat,
      host: this.host,
      settings: { ...this.settings, signInOptions },
      tenantId,
      page: () => pageOf(this.place),
      isOpenedByLink: () => actionOf(location.search, this.settings) === 'signIn',
      usePopups: () => this.usePopups(),
      updateMethod: () => this.updateMethod(),
    })
    this.compat.handleCalls(handler)
  }

  private async adopt(user: CompatUser): Promise<void> {
    this.handler.showProgressBar()
    const adopted = await adoptUser(this.compat, user)
    this.handler.hideProgressBar()
    this.host.emit({ type: 'signed-in', user: adopted, linked: false, redirectUrl: undefined })
  }

  restart = () => {
    this.compat.handleCalls(null)
    void this.clear().then(() => this.attempt(this.choose))
  }

  private startAgain(then: (page: string) => unknown) {
    void this.clear().then(() => {
      this.handler = this.createUi()
      this.afterPage = (name) => {
        this.afterPage = () => {}
        then(name)
      }
      return this.attempt(this.chosen ? this.enter : this.choose)
    })
  }

  askEmail = ({ goOn } = { goOn: false }) => {
    const typed = typedEmail(this.place) || this.typed
    this.startAgain((name) => isFirst(name) && goToEmail(this.place, typed, goOn))
  }

  goTo = (step: string) => {
    if (!restorableSteps.has(step) || (step === 'password' && !this.typed)) return false
    if (step === 'select-tenant') this.restart()
    else if (step === 'provider-sign-in') this.startAgain(() => {})
    else if (step !== 'phone-sign-in-start') this.askEmail({ goOn: step === 'password' })
    else if (!changeNumber(this.place)) this.startAgain(() => providerButton(this.place, 'phone')?.click())
    return true
  }

  linkInstead = () => this.askEmail()

  private usePopups() {
    this.usesPopups = true
    firebaseui.auth.AuthUI.getInstance()?.setConfig(popupFlow)
  }

  private updateMethod() {
    const tenant = this.config().tenants[this.chosen?.tenantId ?? projectItself]
    if (tenant) firebaseui.auth.AuthUI.getInstance()?.setConfig({ signInOptions: tenant.signInOptions })
  }

  openPopup = (provider: string) => {
    this.usePopups()
    const button = () => providerButton(this.place, provider)
    if (button()) button()?.click()
    else this.startAgain(() => button()?.click())
  }

  isAtStart = () => isFirst(pageOf(this.place))

  stop = () => {
    this.isStopped = true
    this.observer.disconnect()
    this.stopFixes()
    this.compat.handleCalls(null)
    deletion.done = this.clear().then(
      () => this.host.container.replaceChildren(),
      () => undefined,
    )
  }
}
