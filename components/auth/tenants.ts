import type * as firebaseui from 'firebaseui'
import { createElementWith } from '@/components/auth/accessibility/forms'
import { errorCodeOf } from '@/lib/browser/sdk-error'
import type { SignInSettings } from '@/lib/contract/sign-in'
import { localPath } from '@/lib/locales'
import { paths } from '@/lib/site'
import { type AuthResult, type Library, Widget, type Host } from './widget'
import { actionOf } from './address'
import { codedError, networkError } from './answers'
import { requestedTenant, isSignedOutPage, popupFlow, projectItself, tenantsConfig, withTenant } from './options'
import { adoptUser, prepareTenantClient, type Compat, type CompatAuth, type CompatUser } from './sdk'

async function waitUntilWidgetIsGone({ auth }: Library) {
  while (auth.AuthUI.getInstance()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const footerLook = { class: 'link inline-flex min-h-11 cursor-pointer items-center font-semibold' }

export class TenantsWidget extends Widget {
  private readonly footer = createElementWith('p', { class: 'mt-4' })
  private readonly app: { projectId?: string; authDomain?: string }
  private handler: firebaseui.auth.FirebaseUiHandler
  private chosen: firebaseui.auth.SelectedTenantInfo | null = null
  private afterPage: (page: string) => void = () => {}

  constructor(
    compat: Compat,
    host: Host,
    private readonly tenants: NonNullable<SignInSettings['tenants']>,
  ) {
    super(compat, host, document.createElement('div'))
    this.app = compat.auth.app.options
    host.container.replaceChildren(this.place, this.footer)
    this.handler = this.createUi()
    void this.attempt(() => this.start())
  }

  protected get options() {
    return this.tenants[this.chosen?.tenantId ?? projectItself]?.signInOptions ?? []
  }

  protected onChange() {
    const name = this.page
    if (!name) return
    // It may go on to another page at once.
    this.afterPage(name)
    this.host.emit({ type: 'shown' })
    this.host.emit({ type: 'page', name: this.page })
  }

  private config() {
    const settings = { ...this.compat.settings, tenants: this.tenants, ...(this.usesPopups && popupFlow) }
    return tenantsConfig(settings, this.situation, this.app.authDomain ?? '')
  }

  protected configure(change: firebaseui.auth.Config) {
    this.host.library.auth.AuthUI.getInstance()?.setConfig(change)
  }

  private createUi() {
    return new this.host.library.auth.FirebaseUiHandler(this.place, { [this.compat.apiKey]: this.config() })
  }

  private async clear() {
    this.compat.abandon()
    await this.handler.reset()
    await waitUntilWidgetIsGone(this.host.library)
  }

  private setTenant(tenant: string | null) {
    history.replaceState(history.state, '', withTenant(location.href, tenant))
  }

  private fail(code: string, sentence: string, again: () => Promise<void>) {
    const retry = () => this.clear().then(again)
    this.handler.handleError(Object.assign(codedError(code, sentence), { retry }))
  }

  private async attempt(step: () => Promise<void>): Promise<void> {
    try {
      if (!navigator.onLine) throw networkError('The browser is offline.')
      await step()
    } catch (cause) {
      this.fail(errorCodeOf(cause), this.host.words.identity('generic'), () => this.attempt(step))
    }
  }

  private async start(): Promise<void> {
    const { search } = location
    const { auth, locale } = this.host.words
    // Guests count as users and stay signed in.
    if (isSignedOutPage(search, this.compat.settings) && !this.compat.auth.currentUser) {
      const link = { ...footerLook, href: localPath(paths.auth, locale), text: auth('tenant.signInAgain') }
      this.footer.replaceChildren(createElementWith('a', link))
      return this.handler.completeSignOut()
    }
    const requestedTenantId = requestedTenant(search, this.tenants)
    if (requestedTenantId === undefined) {
      return this.fail('', auth('tenant.notFound'), () => this.attempt(this.choose))
    }
    // Links of the project itself name no tenant.
    const isProject = projectItself in this.tenants && actionOf(search, this.compat.settings) !== null
    const id = requestedTenantId ?? (isProject ? projectItself : null)
    if (id === null) return this.choose()
    const providerIds = this.tenants[id]?.signInOptions.map(({ provider }) => provider) ?? []
    this.chosen = { tenantId: id === projectItself ? null : id, providerIds }
    return this.enter()
  }

  private readonly choose = async (): Promise<void> => {
    this.footer.replaceChildren()
    this.chosen = null
    this.setTenant(null)
    const project = { apiKey: this.compat.apiKey, projectId: this.app.projectId ?? '' }
    const { tenantId, ...info } = await this.handler.selectTenant(project, Object.keys(this.tenants))
    this.chosen = { ...info, tenantId: tenantId === projectItself ? null : tenantId }
    await this.attempt(this.enter)
  }

  private readonly enter = async (): Promise<void> => {
    if (!this.chosen) return
    const { tenantId } = this.chosen
    this.setTenant(tenantId ?? projectItself)
    const text = this.host.words.auth('tenant.elsewhere')
    const elsewhere = createElementWith('button', { ...footerLook, type: 'button', text })
    elsewhere.addEventListener('click', this.restart)
    this.footer.replaceChildren(...(Object.keys(this.tenants).length > 1 ? [elsewhere] : []))
    this.handler.showProgressBar()
    const auth = this.handler.getAuth(this.compat.apiKey, tenantId) as CompatAuth
    await prepareTenantClient(this.compat, auth)
    this.handleCalls(tenantId)
    const { user, additionalUserInfo } = (await this.handler.startSignIn(auth, this.chosen)) as AuthResult
    await this.attempt(() => this.adopt(user, additionalUserInfo?.isNewUser ?? false))
  }

  private handleCalls(tenantId: string | null) {
    const signInOptions = this.options
    const { settings } = this.compat
    this.host.emit({ type: 'tenant-chosen', signInOptions })
    this.compat.handleCalls(this.createHandler({ ...settings, signInOptions }, tenantId))
  }

  private async adopt(user: CompatUser, isNew: boolean): Promise<void> {
    this.handler.showProgressBar()
    const adopted = await adoptUser(this.compat, user)
    this.handler.hideProgressBar()
    this.host.emit({ type: 'signed-in', user: adopted, linked: false, isNew })
  }

  restart = () => {
    this.compat.handleCalls(null)
    void this.clear().then(() => this.attempt(this.choose))
  }

  protected restartThen(then: (page: string) => void) {
    void this.clear().then(() => {
      this.handler = this.createUi()
      this.afterPage = (name) => {
        this.afterPage = () => {}
        then(name)
      }
      return this.attempt(this.chosen ? this.enter : this.choose)
    })
  }

  linkInstead = () => this.askEmail()
}
