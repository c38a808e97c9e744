/** One e-mail or text message that a person would have got. */
export type Message = {
  to: string
  kind: 'email' | 'sms'
  subject: string
  text: string
  /** Where an answer goes, when the letter says so. */
  replyTo?: string
  /** Addresses in the text, in its order. */
  links: string[]
  /** ISO 8601, UTC. */
  at: string
}

export type InboxState = {
  /** Newest first. */
  messages: Message[]
  /** Codes of the identity emulator that became a message already; it lists them without any time. */
  seen: string[]
}

export const emptyInbox = (): InboxState => ({ messages: [], seen: [] })

const keptMessages = 300

/** Puts a message on top. */
export function drop(inbox: InboxState, message: Omit<Message, 'links' | 'at'>, now: number): void {
  const links = message.text.match(/https?:\/\/\S+/g) ?? []
  inbox.messages.unshift({ ...message, links, at: new Date(now).toISOString() })
  inbox.messages.length = Math.min(inbox.messages.length, keptMessages)
}
