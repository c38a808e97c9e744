/**
 * Messages that somebody made up or altered, drawn by a seed from real ones, each with the answer that
 * it must get. None of them may change anything. `asks` says that it is right by all that can be
 * checked, so that the vendor is asked for the truth: what it claims itself must not count.
 */
import { standIn } from '@/local/vendors/settings'
import { signature } from '@/local/stripe/events'
import { basic } from './basic'
import type { Random } from './random'

export type Forgery = {
  what: string
  vendor: 'stripe' | 'chargebee'
  headers: [name: string, value: string][]
  body: Buffer
  status: number
  asks: boolean
}

/** Real messages of each vendor about customers of ours, as JSON; and the present second. */
export type Material = { stripe: string[]; chargebee: string[]; now: number }

type Made = Omit<Forgery, 'vendor' | 'what' | 'asks' | 'body'> & { body: Buffer | string; asks?: boolean }
type Maker = (random: Random, message: string, other: string, now: number) => Made

const { webhookSecret } = standIn.stripe
const signedBy = (value: string): [string, string][] => [['stripe-signature', value]]
const right = (body: string, now: number) => signature(body, webhookSecret, now)

function flipped(random: Random, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  const place = random.whole(0, bytes.length - 1)
  bytes[place] = (bytes[place] ?? 0) ^ random.whole(1, 255)
  return bytes
}

/** The same text with one of the characters that match put for another of them. */
function altered(random: Random, text: string, from: number, letters: string): string {
  const place = random.whole(from, text.length - 1)
  const drawn = random.pick([...letters].filter((letter) => letter !== text[place]))
  return text.slice(0, place) + drawn + text.slice(place + 1)
}

type Json = Record<string, unknown>
// oxlint-disable-next-line typescript/no-explicit-any -- a message is bent in any way that JSON allows
const bent = (message: string, change: (event: any) => void): string => {
  const event = JSON.parse(message) as Json
  change(event)
  return JSON.stringify(event)
}

const strangers = [
  'cus_stranger',
  'u-stranger',
  '',
  ' ',
  "' or 1=1 --",
  '../customers',
  'cus_\u0000',
  '\ud800',
  'x'.repeat(5000),
]
/** What may stand where a customer's id is looked for, and is none. */
const noIds = [null, 0, 42, true, [], ['cus'], {}, { id: {} }, { id: null }, { id: 7 }, { id: ['a'] }]

const refusedAtStripe: Record<string, Maker> = {
  'a byte of the body': (random, message, _, now) => ({
    headers: signedBy(right(message, now)),
    body: flipped(random, message),
    status: 400,
  }),
  'a digit of the signature': (random, message, _, now) => {
    const good = right(message, now)
    return {
      headers: signedBy(altered(random, good, good.indexOf('v1=') + 3, '0123456789abcdef')),
      body: message,
      status: 400,
    }
  },
  'another stamp': (random, message, _, now) => ({
    headers: signedBy(right(message, now).replace(/^t=\d+/, `t=${now - random.whole(1, 299)}`)),
    body: message,
    status: 400,
  }),
  'another secret': (random, message, _, now) => ({
    headers: signedBy(
      signature(message, random.pick(['', 'whsec_other', `${webhookSecret} `, webhookSecret.toUpperCase()]), now),
    ),
    body: message,
    status: 400,
  }),
  'too old': (random, message, _, now) => ({
    headers: signedBy(right(message, now - random.pick([301, 302, random.whole(303, 1_000_000)]))),
    body: message,
    status: 400,
  }),
  'a header that is none': (random, message, _, now) => {
    const good = right(message, now)
    const [stamp = '', hash = ''] = good.split(',')
    const odd = [
      '',
      't=,v1=',
      stamp,
      hash,
      `${stamp},${hash.replace('v1', 'v0')}`,
      `t=x,${hash}`,
      good.replaceAll(',', ';'),
      `${stamp},v1=`,
    ]
    return { headers: random.chance(0.2) ? [] : signedBy(random.pick(odd)), body: message, status: 400 }
  },
  'a doubled header': (random, message, other, now) => ({
    headers: [
      ...signedBy(signature(message, 'whsec_other', now)),
      ...signedBy(right(`${other} `, now - random.whole(0, 9))),
    ],
    body: message,
    status: 400,
  }),
  'the signature of another body': (_, message, other, now) => ({
    headers: signedBy(right(message === other ? `${other} ` : other, now)),
    body: message,
    status: 400,
  }),
  'a swapped customer': (random, message, _, now) => ({
    headers: signedBy(right(message, now)),
    body: bent(message, (event) => (event.data.object.customer = random.pick(strangers))),
    status: 400,
  }),
  'other white space': (random, message, _, now) => ({
    headers: signedBy(right(message, now)),
    body: random.pick([
      `${message}\n`,
      ` ${message}`,
      JSON.stringify(JSON.parse(message), null, 2),
      `\ufeff${message}`,
    ]),
    status: 400,
  }),
}

/** Signed with our own secret, and still of no effect. */
const takenAtStripe: Record<string, Maker> = {
  'an unknown type': (random, message, _, now) => {
    const body = bent(
      message,
      (event) => (event.type = random.pick(['price.updated', 'customer.updated.', 'x', '', 'CUSTOMER.DELETED'])),
    )
    return { headers: signedBy(right(body, now)), body, status: 200 }
  },
  "a stranger's customer": (random, message, _, now) => {
    const body = bent(
      message,
      (event) => (event.data.object = { object: 'subscription', customer: random.pick(strangers) }),
    )
    return { headers: signedBy(right(body, now)), body, status: 200 }
  },
  'no customer': (random, message, _, now) => {
    const body = bent(message, (event) => {
      const object = random.pick([
        null,
        {},
        'text',
        [],
        { object: 'customer' },
        ...noIds.map((customer) => ({ customer })),
      ])
      event.data = random.pick([null, 'text', {}, { object }, { object }, { object }])
    })
    return { headers: signedBy(right(body, now)), body, status: 200 }
  },
  'a lie about a plan': (random, message, _, now) => {
    const body = bent(message, (event) => {
      event.type = random.pick(['customer.subscription.deleted', 'customer.subscription.updated', 'customer.deleted'])
      Object.assign(event.data.object, {
        status: 'canceled',
        ended_at: 1,
        cancel_at_period_end: true,
        items: { data: [] },
      })
    })
    return { headers: signedBy(right(body, now)), body, status: 200, asks: true }
  },
}

const credentials = (value: string): [string, string][] => [['authorization', value]]
const known = basic(standIn.chargebee)
const { webhookUser, webhookPassword } = standIn.chargebee

const refusedAtChargebee: Record<string, Maker> = {
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
      bent(message, (event) => (event.content.customer = { id: random.pick(noIds) })),
    ]),
    status: 400,
  }),
}

const takenAtChargebee: Record<string, Maker> = {
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

const makers = (
  [
    ['stripe', refusedAtStripe, 5],
    ['stripe', takenAtStripe, 2],
    ['chargebee', refusedAtChargebee, 5],
    ['chargebee', takenAtChargebee, 2],
  ] as const
).flatMap(([vendor, table, share]) =>
  Object.entries(table).flatMap(([what, make]) => Array.from({ length: share }, () => ({ vendor, what, make }))),
)

/** Draws so many of them, of every kind. */
export function drawForgeries(random: Random, material: Material, count: number): Forgery[] {
  return Array.from({ length: count }, (_, number) => {
    const drawn = makers[number % makers.length] ?? random.pick(makers)
    const { vendor, what, make } = drawn
    const [message, other] = [random.pick(material[vendor]), random.pick(material[vendor])]
    const { body, asks = false, ...rest } = make(random, message, other, material.now)
    return { vendor, what, asks, ...rest, body: Buffer.from(body as string) }
  })
}
