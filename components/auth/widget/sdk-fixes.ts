import { EmailAuthCredential, OAuthProvider, SAMLAuthProvider, type AuthCredential } from 'firebase/auth'

type CredentialClass = { fromJSON?: (json: object | string) => AuthCredential | null }

/**
 * The widget keeps a credential that waits to be linked as JSON, and reads it back by a function
 * that the identity SDK no longer has; without it every linking page stays blank.
 */
export function mendCredentials(AuthCredentialClass: CredentialClass) {
  AuthCredentialClass.fromJSON ??= (json) => {
    const data = (typeof json === 'string' ? JSON.parse(json) : json) as { providerId?: string }
    if (data.providerId === 'password') return EmailAuthCredential.fromJSON(data)
    if (data.providerId?.startsWith('saml.')) return SAMLAuthProvider.credentialFromJSON(data)
    return OAuthProvider.credentialFromJSON(data)
  }
}

type MockWidget = { timerId: number | null; responseToken: string | null; isVisible: boolean; execute(): void }
type Mock = { reset(id?: number): void; _widgets?: Map<number, MockWidget> }
type MockVerifier = { render(): Promise<number>; _delegate?: { recaptcha: Mock | null } }

/** Ready to be solved once more. */
function beginAgain(widget: MockWidget) {
  if (widget.timerId !== null) clearTimeout(widget.timerId)
  Object.assign(widget, { timerId: null, responseToken: null })
  if (widget.isVisible) widget.execute()
}

/**
 * With app verification switched off, as against an emulator, no captcha is loaded, and the SDK has one that solves
 * itself. Its reset throws it away, so that after a number that failed no press would ever lead on; and the widget
 * resets the one that was not loaded, too, and the person would never see why it failed.
 * @param prototype of the SDK's verifiers
 */
export function mendCaptcha(scope: object, prototype: object) {
  let reset = () => {}
  const verifiers = prototype as MockVerifier
  const { render } = verifiers
  verifiers.render = async function () {
    const id = await render.call(this)
    const mock = this._delegate?.recaptcha
    if (mock?._widgets) {
      mock.reset = () => mock._widgets?.forEach(beginAgain)
      reset = mock.reset
    }
    return id
  }
  if (!('grecaptcha' in scope)) Object.assign(scope, { grecaptcha: { reset: () => reset() } })
}

type PersistenceClient = { setPersistence(kind: string): Promise<void> }

/**
 * The widget chooses its kind of storage without waiting for the answer. In a browser without any it
 * has a page that says so; the refusal itself would only end as an uncaught error.
 * @param prototype what all clients share, because the widget makes its own and asks it at once
 */
export function mendPersistence(prototype: PersistenceClient) {
  const choose = prototype.setPersistence
  prototype.setPersistence = async function (kind) {
    try {
      await choose.call(this, kind)
    } catch (cause) {
      const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
      if (code !== 'auth/unsupported-persistence-type') throw cause
    }
  }
}

type Frame = { send(name: string, data: object, answer: (result: unknown) => void, filter: unknown): void }
type StorageCheck = {
  iframes: Record<string, Frame | undefined>
  _isIframeWebStorageSupported(this: Pick<StorageCheck, 'iframes'>, auth: { _key(): string }, heard: unknown): void
}

/**
 * After every answer to whether the helper's frame may store things, a good one too, the identity SDK
 * throws into the frame's messenger, where nobody can catch it. It has said what it had to say by then.
 * @param resolver the SDK's `browserPopupRedirectResolver`, which is a class
 */
export function mendStorageCheck(resolver: object) {
  const { prototype } = resolver as { prototype?: StorageCheck }
  const check = prototype?._isIframeWebStorageSupported
  if (!prototype || !check) return
  prototype._isIframeWebStorageSupported = function (auth, heard) {
    const key = auth._key()
    const frame = this.iframes[key]
    const quiet: Frame | undefined = frame && {
      send: (name, data, answer, filter) =>
        frame.send(
          name,
          data,
          (result) => {
            try {
              answer(result)
            } catch {
              // Without an answer the window of the provider still ends the matter.
            }
          },
          filter,
        ),
    }
    check.call({ iframes: { [key]: quiet } }, auth, heard)
  }
}
