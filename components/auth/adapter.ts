import type * as firebaseui from 'firebaseui'
import { limits } from '@/lib/site'
import type { CallHandler } from './handler'
import { popupFlow, widgetConfig } from './options'
import type { Compat } from './sdk'
import { type AuthResult, Widget, type Host } from './widget'

/** How long the widget may stay empty between pages or before a result. */
const emptyMs = 4 * limits.busyDelayMs

export async function mountWidget(compat: Compat, host: Host): Promise<Widget> {
  const { tenants } = compat.settings
  const loaded = tenants && (await import('./tenants'))
  return loaded ? new loaded.TenantsWidget(compat, host, tenants) : new PageWidget(compat, host)
}

class PageWidget extends Widget {
  private readonly ui: firebaseui.auth.AuthUI
  private readonly handler: CallHandler
  /** Stays empty while a guest signs in to an existing account. */
  private isMerging = false
  private emptyTimer: ReturnType<typeof setTimeout> | undefined
  private afterShown: (page: string) => void = () => {}

  constructor(compat: Compat, host: Host) {
    super(compat, host, host.container)
    this.handler = this.createHandler(compat.settings)
    compat.handleCalls(this.handler)
    this.ui = new host.library.auth.AuthUI(compat.auth)
    compat.prepareSecondClient()
    this.start()
  }

  protected get options() {
    return this.compat.settings.signInOptions
  }

  private start() {
    this.ui.start(this.place, this.config())
  }

  protected onChange() {
    clearTimeout(this.emptyTimer)
    const { emit } = this.host
    const name = this.page
    if (name) emit({ type: 'page', name })
    else if (!this.place.firstElementChild && !this.isMerging)
      this.emptyTimer = setTimeout(() => emit({ type: 'stranded' }), emptyMs)
  }

  restart = () => {
    this.compat.abandon()
    this.ui.reset()
    this.start()
  }

  protected restartThen(next: (page: string) => void) {
    this.afterShown = next
    this.restart()
  }

  linkInstead = () => {
    if (this.handler.conflict) this.press(this.handler.conflict.provider)
    else this.askEmail()
  }

  protected configure(change: firebaseui.auth.Config) {
    this.ui.setConfig(change)
  }

  private config(): firebaseui.auth.Config {
    return {
      ...widgetConfig(this.compat.settings, this.situation),
      ...(this.usesPopups && popupFlow),
      callbacks: {
        signInSuccessWithAuthResult: ({ user, operationType, additionalUserInfo }: AuthResult) => {
          const isNew = additionalUserInfo?.isNewUser ?? false
          this.host.emit({ type: 'signed-in', user, linked: operationType === 'link', isNew })
          // The page leaves after the server has stored the user.
          return false
        },
        signInFailure: (error) => this.onFailure(error),
        uiShown: () => {
          const next = this.afterShown
          this.afterShown = () => {}
          next(this.page)
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
      if (user) emit({ type: 'signed-in', user, linked: false, isNew: false })
    } catch {
      this.isMerging = false
      emit({ type: 'stranded' })
    }
  }
}
