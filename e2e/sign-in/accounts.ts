/** Accounts and codes for the sign-in tests, made over the identity emulator's HTTP interface. */
import { paths } from '@/lib/site'
import { siteLink } from '@/local/inbox/identity-mail'
import { projectId } from '@/local/project'

export type Mail = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN' | 'RECOVER_EMAIL'

type Account = { localId: string; idToken: string }
type User = { localId: string; providerUserInfo?: { providerId: string }[] }
type Code = { email: string; newEmail?: string; oobLink: string; requestType: string }

/** The emulator accepts this token as the project's owner. */
const owner = { Authorization: 'Bearer owner' }

async function send<T>(address: string, method: string, body?: object, headers = {}): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as T
}

const toolkit = (identity: string, version: string) =>
  `${identity}/identitytoolkit.googleapis.com/${version}/projects/${projectId}`

export type TestAccounts = ReturnType<typeof testAccounts>

/**
 * @param identity base address of the emulator
 * @param origin that mailed links lead to
 * @param values of the person
 */
export function testAccounts(identity: string, origin: string, values: Record<string, string>) {
  const email = values.email ?? ''
  const password = values.password ?? ''

  const asPerson = (operation: string, body: object) =>
    send<Account>(`${identity}/identitytoolkit.googleapis.com/v1/${operation}?key=local-api-key`, 'POST', {
      returnSecureToken: true,
      ...body,
    })

  async function newestCode(matches: (code: Code) => boolean): Promise<string | null> {
    const path = `/emulator/v1/projects/${projectId}/oobCodes`
    const { oobCodes = [] } = await send<{ oobCodes?: Code[] }>(identity + path, 'GET', undefined, owner)
    const code = oobCodes.findLast(matches)
    if (!code) return null
    const { pathname, search } = new URL(siteLink(code.oobLink, origin))
    return pathname + search
  }

  const accounts = {
    values,
    withPassword: () => asPerson('accounts:signUp', { email, password, displayName: 'Ada Lovelace' }),
    withProvider: (provider: string) =>
      asPerson('accounts:signInWithIdp', {
        postBody: new URLSearchParams({
          providerId: provider,
          id_token: JSON.stringify({ sub: `sub-${email}`, email, email_verified: true, name: 'Ada' }),
        }).toString(),
        requestUri: origin,
        returnIdpCredential: true,
      }),
    /** An account that has signed in by an email link only. */
    async withLink() {
      const link = new URL(await accounts.link('EMAIL_SIGNIN'), origin)
      return asPerson('accounts:signInWithEmailLink', { email, oobCode: link.searchParams.get('oobCode') })
    },
    /** Every account with the person's address. */
    async all(): Promise<User[]> {
      const body = { email: [email] }
      const { users = [] } = await send<{ users?: User[] }>(
        `${toolkit(identity, 'v1')}/accounts:lookup`,
        'POST',
        body,
        owner,
      )
      return users
    },
    update: (idToken: string, fields: object) => asPerson('accounts:update', { idToken, ...fields }),
    /** The path of a new mailed link, as it opens on the site. */
    async link(kind: Mail, fields: object = {}): Promise<string> {
      if (kind !== 'RECOVER_EMAIL') {
        const body = {
          requestType: kind,
          email,
          returnOobLink: true,
          continueUrl: origin + paths.auth,
          canHandleCodeInApp: true,
          ...fields,
        }
        await send(`${toolkit(identity, 'v1')}/accounts:sendOobCode`, 'POST', body, owner)
      }
      const path = await newestCode((code) => code.requestType === kind && code.email === email)
      if (path === null) throw new Error(`no mail of the kind ${kind}`)
      return path
    },
    /** The path of the newest link that was mailed to an address. */
    newestLink: (address: string) => newestCode((code) => (code.newEmail ?? code.email) === address),
    /** The code of the newest text message to a number. */
    async newestSms(phone: string): Promise<string | null> {
      type Sms = { verificationCodes?: { phoneNumber: string; code: string }[] }
      const path = `/emulator/v1/projects/${projectId}/verificationCodes`
      const { verificationCodes = [] } = await send<Sms>(identity + path, 'GET', undefined, owner)
      return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)?.code ?? null
    },
  }
  return accounts
}

let people = 0

/** A person with addresses and numbers that no other test uses. */
export function newPerson(): Record<string, string> {
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
