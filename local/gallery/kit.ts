/** What a state needs to be there before it is opened: accounts and codes, over the emulator's own HTTP. */
import { paths } from '@/lib/site'
import { siteLink } from '@/local/inbox/identity-mail'
import { projectId } from '@/local/project'

export type Mail = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN' | 'RECOVER_EMAIL'

type Account = { localId: string; idToken: string }
type Code = { email: string; newEmail?: string; oobLink: string; requestType: string }

export type Kit = ReturnType<typeof kitOf>

/**
 * @param identity base address of the emulator
 * @param origin of the gallery: links lead there
 * @param values that this opening has already
 */
export function kitOf(identity: string, origin: string, values: Record<string, string>) {
  const email = values.email ?? ''
  const password = values.password ?? ''

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(identity + path, {
      method,
      // The emulator takes this for the project's owner.
      headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
    return (await response.json()) as T
  }

  const asPerson = async <T>(operation: string, body: object): Promise<T> => {
    const response = await fetch(`${identity}/identitytoolkit.googleapis.com/v1/${operation}?key=local-api-key`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ returnSecureToken: true, ...body }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  const codes = async (): Promise<Code[]> =>
    (await call<{ oobCodes?: Code[] }>('GET', `/emulator/v1/projects/${projectId}/oobCodes`)).oobCodes ?? []

  const kit = {
    values,
    /** An account with an address and a password. */
    account: (fields: object = {}) =>
      asPerson<Account>('accounts:signUp', { email, password, displayName: 'Ada Lovelace', ...fields }),
    /** An account of another provider with the same address. */
    federated: (provider: string, address = email) =>
      asPerson<Account>('accounts:signInWithIdp', {
        postBody: new URLSearchParams({
          providerId: provider,
          id_token: JSON.stringify({ sub: `sub-${address}`, email: address, email_verified: true, name: 'Ada' }),
        }).toString(),
        requestUri: origin,
        returnIdpCredential: true,
      }),
    /** An account that has signed in by an e-mailed link, and by nothing else. */
    async byLink() {
      const link = new URL(await kit.link('EMAIL_SIGNIN'), origin)
      return asPerson<Account>('accounts:signInWithEmailLink', { email, oobCode: link.searchParams.get('oobCode') })
    },
    /** Changes the account whose token it is. */
    update: (idToken: string, fields: object) => asPerson<Account>('accounts:update', { idToken, ...fields }),
    /** As a project's console does it: `disableUser`, for one. */
    manage: (localId: string, fields: object) =>
      call('POST', `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`, { localId, ...fields }),
    /** The path of an e-mailed link of that kind, as it opens on the site. */
    async link(kind: Mail, fields: object = {}): Promise<string> {
      if (kind !== 'RECOVER_EMAIL') {
        await call('POST', `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:sendOobCode`, {
          requestType: kind,
          email,
          returnOobLink: true,
          continueUrl: origin + paths.auth,
          canHandleCodeInApp: true,
          ...fields,
        })
      }
      const newest = (await codes()).findLast((code) => code.requestType === kind && code.email === email)
      if (!newest) throw new Error(`no mail of the kind ${kind}`)
      const { pathname, search } = new URL(siteLink(newest.oobLink, origin))
      return pathname + search
    },
    /** The path of the newest link that was mailed to somebody; null when there is none. */
    async newest(address: string): Promise<string | null> {
      const code = (await codes()).findLast((code) => (code.newEmail ?? code.email) === address)
      if (!code) return null
      const { pathname, search } = new URL(siteLink(code.oobLink, origin))
      return pathname + search
    },
    /** The newest text message's code; null when there is none. */
    async sms(phone: string): Promise<string | null> {
      type Sms = { verificationCodes?: { phoneNumber: string; code: string }[] }
      const path = `/emulator/v1/projects/${projectId}/verificationCodes`
      const { verificationCodes = [] } = await call<Sms>('GET', path)
      return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)?.code ?? null
    },
    /** Whether the project hides which addresses have an account. */
    protect: (on: boolean) =>
      call('PATCH', `/identitytoolkit.googleapis.com/v2/projects/${projectId}/config?updateMask=emailPrivacyConfig`, {
        emailPrivacyConfig: { enableImprovedEmailPrivacy: on },
      }),
  }
  return kit
}

let people = 0

/** Somebody whom no other opening knows. */
export function somebody(): Record<string, string> {
  const stamp = `${Date.now().toString(36)}${process.pid.toString(36)}${(++people).toString(36)}`
  const national = `650555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  return {
    email: `person-${stamp}@people.example`,
    other: `other-${stamp}@people.example`,
    password: 'calm-water-7',
    national,
    phone: `+1${national}`,
  }
}
