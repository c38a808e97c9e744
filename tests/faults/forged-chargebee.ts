/** Messages in the name of Chargebee that are forged. Nothing is signed there, so credentials are all there is to forge. */
import { standIn } from '@/local/vendors/settings'
import { basic } from './basic'
import { altered, bent, noIds, strangers, type Maker } from './bend'

const credentials = (value: string): [string, string][] => [['authorization', value]]
const known = basic(standIn.chargebee)
const { webhookUser, webhookPassword } = standIn.chargebee

export const refusedAtChargebee: Record<string, Maker> = {
  'a letter of the credentials': (random, message) => ({
    // The last letters of such a text may stand for bits that nobody reads.
    headers: credentials(
      altered(random, known.slice(0, -4), 'Basic '.length, 'ABCDEFabcdef0123456789') + known.slice(-4),
    ),
    body: message,
    status: 401,
  }),
  'wrong credentials': (random, message) => {
    const wrong = [
      [webhookUser, ''],
      ['', webhookPassword],
      [webhookPassword, webhookUser],
      [webhookUser, `${webhookPassword}\n`],
      [webhookUser.toUpperCase(), webhookPassword],
      [standIn.chargebee.apiKey, ''],
      [webhookUser, random.bytes(12).toString('hex')],
    ] as const
    const [user, password] = random.pick(wrong)
    return { headers: credentials(basic({ webhookUser: user, webhookPassword: password })), body: message, status: 401 }
  },
  'a header that is none': (random, message) => {
    const odd = [
      '',
      'Basic',
      known.replace('Basic', 'Bearer'),
      known.slice('Basic '.length),
      `Basic ${webhookUser}:${webhookPassword}`,
    ]
    return { headers: random.chance(0.3) ? [] : credentials(random.pick(odd)), body: message, status: 401 }
  },
  'a doubled header': (random, message) => ({
    headers: [...credentials(`Basic ${random.bytes(9).toString('base64')}`), ...credentials(known)],
    body: message,
    status: 401,
  }),
  'a body that is none': (random, message) => ({
    headers: credentials(known),
    body: random.pick([
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '7',
      message.slice(0, random.whole(1, message.length - 1)),
      `${message}}`,
      Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
      '{"event_type":"subscription_changed"}',
      bent(message, (event) => (event.event_type = random.pick([null, 7, [], {}]))),
      bent(message, (event) => (event.content = random.pick([null, 7, [], 'text']))),
      bent(message, (event) => (event.content = { customer: { id: random.pick(noIds) } })),
    ]),
    status: 400,
  }),
}

/** With the right credentials, and still of no effect. */
export const takenAtChargebee: Record<string, Maker> = {
  'an unknown type': (random, message) => ({
    headers: credentials(known),
    body: bent(message, (event) => (event.event_type = random.pick(['plan_created', 'x', '', 'Subscription_changed']))),
    status: 200,
  }),
  "a stranger's customer": (random, message) => ({
    headers: credentials(known),
    body: bent(message, (event) => (event.content = { customer: { id: random.pick(strangers) } })),
    status: 200,
  }),
  'no customer': (_, message) => ({
    headers: credentials(known),
    body: bent(message, (event) => (event.content = {})),
    status: 200,
  }),
  'a lie about a plan': (random, message) => ({
    headers: credentials(known),
    body: bent(message, (event) => {
      event.event_type = random.pick(['subscription_cancelled', 'subscription_deleted', 'customer_deleted'])
      Object.assign(event.content.subscription ?? {}, { status: 'cancelled', deleted: true, cancelled_at: 1 })
    }),
    status: 200,
    asks: true,
  }),
}
