/** Draws forged webhooks from real ones, each with the status that it must get. None of them may change anything. */
import { signature } from '@/local/stripe/events'
import { standIn } from '@/local/vendors/settings'
import type { Random } from '@/tests/setup/random'
import { basicAuth } from '@/tests/setup/webhooks'
import { words } from '@/tests/setup/words'

type Draft = {
  headers: [name: string, value: string][]
  body: Buffer | string
  status: number
  /** It looks genuine, so that the site must ask the vendor. */
  asks?: boolean
}

/** Forges a webhook from two real ones, at the time `now` in seconds. */
type Forger = (random: Random, message: string, other: string, now: number) => Draft

export type Forgery = Draft & { what: string; vendor: 'stripe' | 'chargebee'; body: Buffer; asks: boolean }

/** Real webhooks about our customers, as JSON, and the time in seconds. */
export type Originals = { stripe: string[]; chargebee: string[]; now: number }

function flipByte(random: Random, body: string): Buffer {
  const bytes = Buffer.from(body)
  const place = random.whole(0, bytes.length - 1)
  bytes[place] = (bytes[place] ?? 0) ^ random.whole(1, 255)
  return bytes
}

/** Replaces one character after `from` by another of the alphabet. */
function replaceCharacter(random: Random, text: string, from: number, alphabet: string): string {
  const place = random.whole(from, text.length - 1)
  const drawn = random.pick([...alphabet].filter((character) => character !== text[place]))
  return text.slice(0, place) + drawn + text.slice(place + 1)
}

// oxlint-disable-next-line typescript/no-explicit-any -- a forgery changes JSON in any way
const edit = (message: string, change: (event: any) => void): string => {
  const event = JSON.parse(message) as Record<string, unknown>
  change(event)
  return JSON.stringify(event)
}

/** Ids of customers that are not ours. */
const strangers = ['cus_stranger', 'u-stranger', '', ' ', "' or 1=1 --", '../customers', '\ud800', 'x'.repeat(5000)]
/** Values in the place of a customer's id that are not ids. */
const notIds = [null, 0, 42, true, [], ['cus'], {}, { id: {} }, { id: null }, { id: ['a'] }, 'cus_\u0000', '\n']

const { webhookSecret } = standIn.stripe
const signedBy = (value: string): [string, string][] => [['stripe-signature', value]]
const sign = (body: string, now: number) => signature(body, webhookSecret, now)
/** @param value of the signature header, or none */
const rejected = (value: string | null, body: Draft['body']): Draft => ({
  headers: value === null ? [] : signedBy(value),
  body,
  status: 400,
})
const genuineEdit = (now: number, ...[message, change]: Parameters<typeof edit>): Draft => {
  const body = edit(message, change)
  return { headers: signedBy(sign(body, now)), body, status: 200 }
}

const rejectedByStripe: Record<string, Forger> = {
  'a changed byte': (random, message, _, now) => rejected(sign(message, now), flipByte(random, message)),
  'a changed digit of the signature': (random, message, _, now) => {
    const good = sign(message, now)
    return rejected(replaceCharacter(random, good, good.indexOf('v1=') + 3, '0123456789abcdef'), message)
  },
  'another timestamp': (random, message, _, now) =>
    rejected(sign(message, now).replace(/^t=\d+/, `t=${now - random.whole(1, 299)}`), message),
  'another secret': (random, message, _, now) => {
    const secret = random.pick(['', 'whsec_other', `${webhookSecret} `, webhookSecret.toUpperCase()])
    return rejected(signature(message, secret, now), message)
  },
  'an old timestamp': (random, message, _, now) =>
    rejected(sign(message, now - random.pick([301, 302, random.whole(303, 1_000_000)])), message),
  'an invalid header': (random, message, _, now) => {
    const good = sign(message, now)
    const [stamp = '', hash = ''] = good.split(',')
    const invalid = [
      '',
      't=,v1=',
      stamp,
      hash,
      `${stamp},${hash.replace('v1', 'v0')}`,
      `t=x,${hash}`,
      good.replaceAll(',', ';'),
      `${stamp},v1=`,
    ]
    return rejected(random.chance(0.2) ? null : random.pick(invalid), message)
  },
  'a repeated header': (random, message, other, now) => {
    const first = rejected(signature(message, 'whsec_other', now), message)
    return { ...first, headers: [...first.headers, ...signedBy(sign(`${other} `, now - random.whole(0, 9)))] }
  },
  'the signature of another body': (_, message, other, now) =>
    rejected(sign(message === other ? `${other} ` : other, now), message),
  'another customer': (random, message, _, now) =>
    rejected(
      sign(message, now),
      edit(message, (event) => (event.data.object.customer = random.pick(strangers))),
    ),
  'other white space': (random, message, _, now) => {
    const indented = JSON.stringify(JSON.parse(message), null, 2)
    return rejected(sign(message, now), random.pick([`${message}\n`, ` ${message}`, indented, `\ufeff${message}`]))
  },
}

/** Correctly signed, but without effect. */
const acceptedByStripe: Record<string, Forger> = {
  'an unknown type': (random, message, _, now) => {
    const types = ['price.updated', 'customer.updated.', 'x', '', 'CUSTOMER.DELETED']
    return genuineEdit(now, message, (event) => (event.type = random.pick(types)))
  },
  "a stranger's customer": (random, message, _, now) =>
    genuineEdit(now, message, (event) => {
      event.data.object = { object: 'subscription', customer: random.pick(strangers) }
    }),
  'no customer': (random, message, _, now) =>
    genuineEdit(now, message, (event) => {
      const customers = notIds.map((customer) => ({ customer }))
      const object = random.pick([null, {}, 'text', [], { object: 'customer' }, ...customers])
      event.data = random.pick([null, 'text', {}, { object }, { object }, { object }])
    }),
  'a false plan state': (random, message, _, now) => ({
    asks: true,
    ...genuineEdit(now, message, (event) => {
      event.type = random.pick(['customer.subscription.deleted', 'customer.subscription.updated', 'customer.deleted'])
      const ended = { status: 'canceled', ended_at: 1, cancel_at_period_end: true, items: { data: [] } }
      Object.assign(event.data.object, ended)
    }),
  }),
}

const { webhookUser, webhookPassword } = standIn.chargebee
const authorization = (value: string): [string, string][] => [['authorization', value]]
const rightAuth = basicAuth(webhookUser, webhookPassword)
const unauthorized = (value: string, body: string): Draft => ({ headers: authorization(value), body, status: 401 })
const authorized = (body: Draft['body'], status = 200): Draft => ({ headers: authorization(rightAuth), body, status })
const authorizedEdit = (...[message, change]: Parameters<typeof edit>): Draft => authorized(edit(message, change))

/** Chargebee does not sign its webhooks, so that only the credentials can be forged. */
const rejectedByChargebee: Record<string, Forger> = {
  'a changed character of the credentials': (random, message) => {
    // The last characters of Base64 may contain unused bits.
    const changed = replaceCharacter(random, rightAuth.slice(0, -4), 'Basic '.length, 'ABCDEFabcdef0123456789')
    return unauthorized(changed + rightAuth.slice(-4), message)
  },
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
    return unauthorized(basicAuth(user, password), message)
  },
  'an invalid header': (random, message) => {
    const invalid = [
      '',
      'Basic',
      rightAuth.replace('Basic', 'Bearer'),
      rightAuth.slice('Basic '.length),
      `Basic ${webhookUser}:${webhookPassword}`,
    ]
    return { headers: random.chance(0.3) ? [] : authorization(random.pick(invalid)), body: message, status: 401 }
  },
  'a repeated header': (random, message) => ({
    headers: [...authorization(`Basic ${random.bytes(9).toString('base64')}`), ...authorization(rightAuth)],
    body: message,
    status: 401,
  }),
  'an invalid body': (random, message) =>
    authorized(
      random.pick([
        '',
        ...words`{ [] null "text" 7`,
        message.slice(0, random.whole(1, message.length - 1)),
        `${message}}`,
        Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
        '{"event_type":"subscription_changed"}',
        edit(message, (event) => (event.event_type = random.pick([null, 7, [], {}]))),
        edit(message, (event) => (event.content = random.pick([null, 7, [], 'text']))),
        edit(message, (event) => (event.content = { customer: { id: random.pick(notIds) } })),
      ]),
      400,
    ),
}

/** With valid credentials, but without effect. */
const acceptedByChargebee: Record<string, Forger> = {
  'an unknown type': (random, message) => {
    const types = ['plan_created', 'x', '', 'Subscription_changed']
    return authorizedEdit(message, (event) => (event.event_type = random.pick(types)))
  },
  "a stranger's customer": (random, message) =>
    authorizedEdit(message, (event) => (event.content = { customer: { id: random.pick(strangers) } })),
  'no customer': (_, message) => authorizedEdit(message, (event) => (event.content = {})),
  'a false plan state': (random, message) => ({
    asks: true,
    ...authorizedEdit(message, (event) => {
      event.event_type = random.pick(['subscription_cancelled', 'subscription_deleted', 'customer_deleted'])
      Object.assign(event.content.subscription ?? {}, { status: 'cancelled', deleted: true, cancelled_at: 1 })
    }),
  }),
}

const forgers = (
  [
    ['stripe', rejectedByStripe, 5],
    ['stripe', acceptedByStripe, 2],
    ['chargebee', rejectedByChargebee, 5],
    ['chargebee', acceptedByChargebee, 2],
  ] as const
).flatMap(([vendor, table, weight]) =>
  Object.entries(table).flatMap(([what, forge]) => Array.from({ length: weight }, () => ({ vendor, what, forge }))),
)

/** Draws forgeries of every kind. */
export function drawForgeries(random: Random, originals: Originals, count: number): Forgery[] {
  return Array.from({ length: count }, (_, number) => {
    const drawn = forgers[number % forgers.length] ?? random.pick(forgers)
    const { vendor, what, forge } = drawn
    const [message, other] = [random.pick(originals[vendor]), random.pick(originals[vendor])]
    const { body, asks = false, ...rest } = forge(random, message, other, originals.now)
    return { vendor, what, asks, ...rest, body: Buffer.from(body as string) }
  })
}
