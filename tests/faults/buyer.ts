/** Somebody who signs up, opens a payment page and pays there; the vendor's messages of it are kept back. */
import { consentWording } from '@/lib/contract/consent'
import { consentHeader, exact } from '@/lib/site'
import { offers } from '@/local/vendors/catalogue'
import { told, type Asker } from './asker'
import type { Outside, Told, Vendor } from './outside'

const record = (uid: string, name: string | null = null) => ({
  uid,
  name,
  username: name,
  email: `${uid}@people.example`,
  providerId: 'password',
  phone: null,
})

/** Stores the person's record; a name that is given replaces the stored one. */
export const signUp = ({ call }: Asker, uid: string, name: string | null = null) =>
  call(uid, '/users/insert-or-update', { body: record(uid, name) })

/**
 * @returns what the vendor wants to tell the site of it
 * @throws when the site does not lead to a payment page
 */
export async function buy(outside: Outside, asker: Asker, uid: string, vendor: Vendor): Promise<Told[]> {
  outside.identity.accounts.set(uid, {})
  const made = await signUp(asker, uid)
  const body = {
    priceId: vendor === 'stripe' ? offers[0]?.stripePriceId : offers[0]?.itemPriceId,
    successUrl: outside.siteOrigin + exact.checkoutSuccess,
    cancelUrl: outside.siteOrigin + exact.checkoutCancel,
  }
  const headers = { [consentHeader]: consentWording }
  const opened = await asker.call(uid, `/${vendor}/checkout-session?uid=${uid}`, { body, headers })
  if (made.status !== 200 || opened.status !== 200) throw new Error(`${uid}: ${told(made)}, ${told(opened)}`)
  const { id } = opened.body
  await outside.quiet()
  outside.caught.length = 0
  const page = vendor === 'stripe' ? `/checkout/stripe/${id}/pay` : `/pages/v4/${id}/checkout/pay`
  await fetch(outside.base + page, { method: 'POST', redirect: 'manual' })
  await outside.quiet()
  return outside.caught.splice(0)
}
