/** Firebase App Check: proves that identity requests come from this site. */
import 'client-only'
import { initializeApp, type FirebaseApp, type FirebaseOptions } from 'firebase/app'
import {
  CustomProvider,
  getToken,
  initializeAppCheck,
  ReCaptchaEnterpriseProvider,
  ReCaptchaV3Provider,
} from 'firebase/app-check'
import type { AppCheckSettings } from '@/lib/contract/sign-in'
import { withTimeout, vendorTimeoutMs } from './time'

export type AppCheck = {
  attach: (app: FirebaseApp) => void
  /** For identity requests outside the SDK; empty without a token. */
  headers: () => Promise<Record<string, string>>
}

/** Milliseconds for which a client reuses a token. */
const reuseMs = 60_000

/** A separate app with a timeout gets the tokens, because the provider never answers if reCAPTCHA is blocked. */
export function startAppCheck(options: FirebaseOptions, { provider, siteKey }: AppCheckSettings): AppCheck {
  const Provider = provider === 'recaptcha-v3' ? ReCaptchaV3Provider : ReCaptchaEnterpriseProvider
  const appCheck = initializeAppCheck(initializeApp(options, 'app-check'), {
    provider: new Provider(siteKey),
    isTokenAutoRefreshEnabled: true,
  })
  let isOverdue = false

  async function token(): Promise<string> {
    if (isOverdue) throw new Error('App Check has no token yet.')
    const tokenPromise = getToken(appCheck)
    try {
      return (await withTimeout(tokenPromise, vendorTimeoutMs)).token
    } catch (cause) {
      isOverdue = true
      const onSettled = () => (isOverdue = false)
      tokenPromise.then(onSettled, onSettled)
      throw cause
    }
  }

  return {
    attach: (app) => {
      const getToken = async () => ({ token: await token(), expireTimeMillis: Date.now() + reuseMs })
      try {
        initializeAppCheck(app, { provider: new CustomProvider({ getToken }), isTokenAutoRefreshEnabled: false })
      } catch {
        // Sign-in continues without a token.
      }
    },
    headers: () =>
      token().then(
        (value): Record<string, string> => ({ 'X-Firebase-AppCheck': value }),
        () => ({}),
      ),
  }
}
