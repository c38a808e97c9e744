import { EmailAuthCredential, OAuthProvider, SAMLAuthProvider, type AuthCredential } from 'firebase/auth'
import { errorCodeOf } from '@/lib/browser/sdk-error'

type CredentialClass = { fromJSON?: (json: object | string) => AuthCredential | null }

/** Adds a removed SDK function that the widget's linking pages need. */
export function fixCredentials(AuthCredentialClass: CredentialClass) {
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

function resetMock(widget: MockWidget) {
  if (widget.timerId !== null) clearTimeout(widget.timerId)
  Object.assign(widget, { timerId: null, responseToken: null })
  if (widget.isVisible) widget.execute()
}

/** Resets the SDK's mock captcha after a failed number, which neither the SDK nor the widget can do. */
export function fixMockCaptcha(scope: object, verifiers: object) {
  let reset = () => {}
  const prototype = verifiers as MockVerifier
  const { render } = prototype
  prototype.render = async function () {
    const id = await render.call(this)
    const mock = this._delegate?.recaptcha
    if (mock?._widgets) {
      mock.reset = () => mock._widgets?.forEach(resetMock)
      reset = mock.reset
    }
    return id
  }
  if (!('grecaptcha' in scope)) Object.assign(scope, { grecaptcha: { reset: () => reset() } })
}

type PersistenceClient = { setPersistence(kind: string): Promise<void> }

/** Ignores missing storage, which the widget reports elsewhere. */
export function fixPersistence(prototype: PersistenceClient) {
  const original = prototype.setPersistence
  prototype.setPersistence = async function (kind) {
    try {
      await original.call(this, kind)
    } catch (cause) {
      if (errorCodeOf(cause) !== 'auth/unsupported-persistence-type') throw cause
    }
  }
}

type Frame = { send(name: string, data: object, answer: (result: unknown) => void, filter: unknown): void }
type StorageCheck = {
  iframes: Record<string, Frame | undefined>
  _isIframeWebStorageSupported(this: Pick<StorageCheck, 'iframes'>, auth: { _key(): string }, callback: unknown): void
}

/** Catches an SDK error after each answer to the storage check. */
export function fixStorageCheck(resolver: object) {
  const { prototype } = resolver as { prototype?: StorageCheck }
  const check = prototype?._isIframeWebStorageSupported
  if (!prototype || !check) return
  prototype._isIframeWebStorageSupported = function (auth, callback) {
    const key = auth._key()
    const frame = this.iframes[key]
    const safe: Frame | undefined = frame && {
      send: (name, data, answer, filter) => {
        const safeAnswer = (result: unknown) => {
          try {
            answer(result)
          } catch {
            // The provider's window still ends the sign-in.
          }
        }
        frame.send(name, data, safeAnswer, filter)
      },
    }
    check.call({ iframes: { [key]: safe } }, auth, callback)
  }
}
