/** Accounts and codes for the sign-in tests, made over the identity emulator's HTTP interface. */
import { paths } from '@/lib/site'
import { siteLink } from '@/local/inbox/identity-mail'
import { projectId } from '@/local/project'
import { origin, password } from '@/e2e/setup/test'

export type Mail = 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN' | 'RECOVER_EMAIL'

type Account = { localId: string; idToken: string }
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

/** Accounts with this address. */
export function accountsOf(email: string) {
  const accounts = {
    withPassword: () => asPerson('accounts:signUp', { email, password, displayName: 'Ada Lovelace' }),
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
