/** Accounts, sessions and codes, made over the interfaces of the identity emulator and the site. */
import type { Page } from 'playwright/test'
import { paths, registeredPaths, storageKeys, tokenHeader } from '@/lib/site'
import { siteLink } from '@/local/inbox/identity-mail'
import { projectId } from '@/local/project'
import { expect, newAddress, origin, password } from './test'

export type Mail = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN' | 'RECOVER_EMAIL'

type Account = { localId: string; idToken: string; refreshToken: string }
type Code = { email: string; oobLink: string; requestType: string }

async function send<T>(path: string, body?: object): Promise<T> {
  const address = `${process.env.E2E_IDENTITY ?? ''}${path}`
  const response = await fetch(address, {
    method: body ? 'POST' : 'GET',
    // The emulator accepts this token as the project's owner.
    headers: { 'Content-Type': 'application/json', ...(!path.includes('?key=') && { Authorization: 'Bearer owner' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as T
}

const toolkit = `/identitytoolkit.googleapis.com/v1/projects/${projectId}`

const asPerson = (operation: string, body: object) =>
  send<Account>(`/identitytoolkit.googleapis.com/v1/${operation}?key=local-api-key`, {
    returnSecureToken: true,
    ...body,
  })

const name = 'Ada Lovelace'

/** Accounts with this address. */
export function accountsOf(email: string) {
  const accounts = {
    withPassword: () => asPerson('accounts:signUp', { email, password, displayName: name }),
    signIn: (secret = password) => asPerson('accounts:signInWithPassword', { email, password: secret }),
    withProvider: (provider: string) =>
      asPerson('accounts:signInWithIdp', {
        postBody: new URLSearchParams({
          providerId: provider,
          id_token: JSON.stringify({ sub: `sub-${email}`, email, email_verified: true, name: 'Ada' }),
        }).toString(),
        requestUri: origin(),
        returnIdpCredential: true,
      }),
    /** An account that has signed in by an email link only. */
    async withLink() {
      const link = new URL(await accounts.link('EMAIL_SIGNIN'), origin())
      return asPerson('accounts:signInWithEmailLink', { email, oobCode: link.searchParams.get('oobCode') })
    },
    async all(): Promise<{ localId: string }[]> {
      const { users = [] } = await send<{ users?: { localId: string }[] }>(`${toolkit}/accounts:lookup`, {
        email: [email],
      })
      return users
    },
    /** Changes the account as an administrator. */
    async change(fields: object) {
      const [account] = await accounts.all()
      await send(`${toolkit}/accounts:update`, { localId: account?.localId, ...fields })
    },
    /** Changes the address, which mails a link to undo that. */
    changeEmail: (idToken: string, to: string) => asPerson('accounts:update', { idToken, email: to }),
    /** The path of a new mailed link, as it opens on the site. */
    async link(kind: Mail, fields: object = {}): Promise<string> {
      if (kind !== 'RECOVER_EMAIL') {
        const continueUrl = origin() + paths.auth
        const body = { requestType: kind, email, returnOobLink: true, continueUrl, canHandleCodeInApp: true, ...fields }
        await send(`${toolkit}/accounts:sendOobCode`, body)
      }
      const { oobCodes } = await send<{ oobCodes: Code[] }>(`/emulator/v1/projects/${projectId}/oobCodes`)
      const code = oobCodes.findLast((each) => each.requestType === kind && each.email === email)
      if (!code) throw new Error(`no mail of the kind ${kind}`)
      const { pathname, search } = new URL(siteLink(code.oobLink, origin()))
      return pathname + search
    },
  }
  return accounts
}

/** Stores a session as the identity SDK does, which reads the rest of the user by itself. */
async function openSession(page: Page, { localId: uid, idToken, refreshToken }: Account): Promise<void> {
  const stsTokenManager = { accessToken: idToken, refreshToken, expirationTime: Date.now() + 3_600_000 }
  const items = {
    'firebase:authUser:local-api-key:[DEFAULT]': { uid, emailVerified: false, isAnonymous: false, stsTokenManager },
    [storageKeys.session]: { uid },
  }
  // A page without scripts.
  await page.goto('/robots.txt')
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, JSON.stringify(value))
  }, items)
}

/** Opens a page as a new user, without the sign-in page. Returns the user's address. */
export async function asNewUser(page: Page, path: string = registeredPaths.postLogin): Promise<string> {
  const email = newAddress()
  // The site passes it on to its emulator.
  const signUp = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-api-key'
  const fields = { email, password, displayName: name, returnSecureToken: true }
  const account = (await (await page.request.post(signUp, { data: fields })).json()) as Account
  const data = { uid: account.localId, email, name, username: name, providerId: 'password', phone: null }
  const headers = { [tokenHeader]: account.idToken }
  expect((await page.request.post('/api/users/insert-or-update', { headers, data })).status()).toBe(200)
  await openSession(page, account)
  await page.goto(path)
  return email
}

/** Opens a page as one of the local stack's demo users. */
export async function asDemoUser(page: Page, who: string, path: string): Promise<void> {
  await openSession(page, await accountsOf(`${who}@demo.unhurried.example`).signIn('take-your-time'))
  await page.goto(path)
}
