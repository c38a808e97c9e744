import { money } from '@/lib/contract/format'
import { siteName } from '@/lib/site'
import type { Plan } from '@/local/vendors/catalogue'
import { longDate } from '@/local/vendors/html'

export type Message = {
  to: string
  kind: 'email' | 'sms'
  subject: string
  text: string
  html?: string
  replyTo?: string
  links: string[]
  /** ISO 8601, UTC. */
  at: string
}

export type InboxState = {
  /** Newest first. */
  messages: Message[]
  /** Codes of the identity emulator that have become messages. */
  seen: string[]
}

export const emptyInbox = (): InboxState => ({ messages: [], seen: [] })

const maxMessages = 300

export function addMessage(inbox: InboxState, message: Omit<Message, 'links' | 'at'>, now: number): void {
  const links = message.text.match(/https?:\/\/[^\s\u2069]+/g) ?? []
  inbox.messages.unshift({ ...message, links, at: new Date(now).toISOString() })
  inbox.messages.length = Math.min(inbox.messages.length, maxMessages)
}

type Bill = { plan: Plan; amount: number; currency: string; periodEnd: number; number: string; address: string | null }

export function receipt(to: string, bill: Bill): Omit<Message, 'links' | 'at'> {
  const until = longDate(bill.periodEnd)
  const price = `${money(bill.plan.amount, bill.currency)} a ${bill.plan.interval}`
  const trial = bill.amount === 0
  const lines = trial
    ? [`Your ${siteName} free trial has started. It ends on ${until}.`, `After that, your plan costs ${price}.`]
    : [
        `Thank you. ${siteName} received ${money(bill.amount, bill.currency)}.`,
        `This pays for your plan until ${until}.`,
      ]
  return {
    to,
    kind: 'email',
    subject: trial ? `Your ${siteName} free trial has started` : `Your receipt from ${siteName}`,
    text: [
      ...lines,
      `Plan: ${bill.plan.name}`,
      `Receipt number: ${bill.number}`,
      ...(bill.address ? [`See it here: ${bill.address}`] : []),
      'A stand-in on this machine wrote this. No money moved.',
    ].join('\n'),
  }
}
