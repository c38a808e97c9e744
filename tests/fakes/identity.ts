/** A fake identity service over HTTP: signing keys, token grants, accounts and pictures. Its tokens are really signed. */
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { listen } from '@/tests/setup/listen'

type FakeAccount = { disabled?: boolean; validSince?: string; mfaInfo?: object[] }

/** A part that hangs does its work, but never answers. */
type Behavior = 'works' | 'fails' | 'hangs'

type KeysBehavior = Behavior | 'drops' | 'is garbage' | 'is empty'

export type FakeIdentity = Awaited<ReturnType<typeof startIdentity>>

export const projectId = 'unhurried-test'

const bucketPath = `/storage/v1/b/${projectId}.appspot.com/o/`

export async function startIdentity() {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, FakeAccount>()
  const calls: string[] = []
  let down = false
  const behavior: {
    removal: Behavior
    lookup: Behavior
    storage: Behavior
    keys: KeysBehavior
  } = {
    removal: 'works',
    lookup: 'works',
    storage: 'works',
    keys: 'works',
  }
  /** The paths of the pictures in the bucket. */
  const pictures = new Set<string>()

  const { url: base, close } = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (down) return void request.socket.destroy()
      const path = (request.url ?? '').split('?')[0] ?? ''
      calls.push(`${request.method} ${path}`)
      const body = Buffer.concat(chunks).toString()
      const send = (status: number, value: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      if (path === '/keys') {
        if (behavior.keys === 'drops') return void request.socket.destroy()
        if (behavior.keys === 'hangs') return
        if (behavior.keys === 'fails') return send(500, { error: { code: 500 } })
        if (behavior.keys === 'is garbage')
          return void response.writeHead(200).end('<html>Sign in to this network</html>')
        return send(200, { keys: behavior.keys === 'is empty' ? [] : [jwk] })
      }
      if (path === '/token') return send(200, { access_token: 'admin-token', expires_in: 3600 })
      if (request.headers.authorization !== 'Bearer admin-token') return send(401, { error: { code: 401 } })
      if (path.startsWith(bucketPath) && request.method === 'DELETE') {
        const picture = decodeURIComponent(path.slice(bucketPath.length))
        if (behavior.storage === 'fails') return send(403, { error: { code: 403, message: 'storage.objects.delete' } })
        const known = pictures.delete(picture)
        if (behavior.storage === 'hangs') return
        return known ? void response.writeHead(204).end() : send(404, { error: { code: 404 } })
      }
      if (path.endsWith('accounts:lookup')) {
        if (behavior.lookup === 'fails') return send(500, { error: { code: 500 } })
        if (behavior.lookup === 'hangs') return
        const [uid] = (JSON.parse(body) as { localId: string[] }).localId
        const account = accounts.get(uid ?? '')
        return send(200, account ? { users: [{ localId: uid, ...account }] } : {})
      }
      if (path.endsWith('accounts:update')) {
        const { localId, validSince } = JSON.parse(body) as { localId: string; validSince: string }
        accounts.set(localId, { ...accounts.get(localId), validSince })
        return send(200, { localId })
      }
      if (path.endsWith('accounts:delete')) {
        const { localId } = JSON.parse(body) as { localId: string }
        if (behavior.removal === 'fails') return send(500, { error: { code: 500, message: `${localId} stays` } })
        accounts.delete(localId)
        if (behavior.removal === 'hangs') return
        return send(200, {})
      }
      send(404, { error: { code: 404 } })
    })
  })

  /** Claims of a sign-in ten seconds ago. */
  const claims = (uid: string): JWTPayload => {
    const now = Math.floor(Date.now() / 1000)
    return {
      sub: uid,
      user_id: uid,
      aud: projectId,
      iss: `https://securetoken.google.com/${projectId}`,
      iat: now - 10,
      auth_time: now - 10,
      exp: now + 3600,
      email: `${uid}@people.example`,
      firebase: { sign_in_provider: 'password', identities: {} },
    }
  }

  /** A token for `uid`. Other claims, headers or keys make an invalid one. */
  const token = (
    uid: string,
    change: JWTPayload = {},
    header: Partial<JWTHeaderParameters> = {},
    key: Parameters<SignJWT['sign']>[0] = pair.privateKey,
  ) =>
    new SignJWT({ ...claims(uid), ...change })
      .setProtectedHeader({ alg: 'RS256', kid: 'known', typ: 'JWT', ...header })
      .sign(key)

  return Object.assign(behavior, {
    accounts,
    pictures,
    calls,
    publicKey: pair.publicKey,
    jwk,
    strangersKey: stranger.privateKey,
    strangersJwk: { ...(await exportJWK(stranger.publicKey)), kid: 'stranger', alg: 'RS256', use: 'sig' },
    /** Settings that point the server to this fake. */
    env: {
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: 'auth.unhurried.example',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_APP_ID: 'app',
      FIREBASE_KEYS_URL: `${base}/keys`,
      FIREBASE_ACCOUNTS_URL: base,
      FIREBASE_STORAGE_URL: base,
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
        client_email: 'admin@unhurried.example',
        private_key: await exportPKCS8(pair.privateKey),
        token_uri: `${base}/token`,
      }),
    },
    claims,
    token,
    /** Creates the account, and returns its token. */
    signIn(uid: string, change: JWTPayload = {}) {
      accounts.set(uid, {})
      return token(uid, change)
    },
    setDown(value: boolean) {
      down = value
    },
    close,
  })
}
