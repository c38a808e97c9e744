/** People with an email address who bought some days ago, and a mail server. */
import { beforeEach } from 'vitest'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import { buyersOf, checkout, names, planAfterWebhook, type Name } from '@/tests/setup/buyers'
import { startMail } from '@/tests/setup/mail'
import { stageWithVendors } from '@/tests/setup/vendors'

export const dayMs = 86_400_000

const { emails: inbox, url } = await startMail()
export const { world, vendors } = await stageWithVendors({ SMTP_URL: url })
const { person } = buyersOf({ world, vendors })

beforeEach(async () => {
  vendors.refuseWebhooks(false)
  for (const vendor of names) await vendors.fault({ vendor, times: 0 })
})

/** Buys a plan with a free week some days ago. */
export async function buyer(name: Name, { daysAgo = 0, emailVerified = true, change = {} } = {}) {
  const who = await person()
  const email = `${who.uid}@people.example`
  await (await database()).insert(users).values({ uid: who.uid, email, emailVerified, providerId: 'password' })
  const page = await (await checkout(name, who, change)).json()
  vendors.setNow(() => Date.now() - daysAgo * dayMs)
  await vendors.pay(page.url)
  const plan = await planAfterWebhook(who)
  vendors.setNow(Date.now)
  const subjects = () => inbox.filter(({ to }) => to === email).map(({ subject }) => subject)
  const subscriptionId = plan.subscription?.id ?? ''
  const text = (pattern: RegExp) => inbox.find(({ to, subject }) => to === email && pattern.test(subject))?.text
  return { ...who, email, subjects, text, subscriptionId }
}
