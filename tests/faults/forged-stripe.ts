/** Messages in the name of Stripe that are forged. */
import { signature } from '@/local/stripe/events'
import { standIn } from '@/local/vendors/settings'
import { altered, bent, flipped, noIds, strangers, type Maker } from './bend'

const { webhookSecret } = standIn.stripe
const signedBy = (value: string): [string, string][] => [['stripe-signature', value]]
const right = (body: string, now: number) => signature(body, webhookSecret, now)

export const refusedAtStripe: Record<string, Maker> = {
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
export const takenAtStripe: Record<string, Maker> = {
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
