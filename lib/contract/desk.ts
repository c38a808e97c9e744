import * as z from 'zod'

const time = z.iso.datetime()

const unsentEmail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: time,
  attempts: z.number().int(),
  /** The address is unconfirmed, or a newer email contradicts it. */
  withheld: z.boolean(),
})

const outcome = z.object({
  provider: z.string(),
  outcome: z.string(),
  count: z.number().int(),
  lastAt: time.nullable(),
})

/** GET /api/desk: the owner's overview. Times are UTC. */
export const desk = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      message: z.string(),
      receivedAt: time,
      mailed: z.boolean(),
      attempts: z.number().int(),
    }),
  ),
  unsentEmails: z.array(unsentEmail),
  subscriptions: z.array(
    z.object({ store: z.string(), status: z.string(), isUnSubscribed: z.boolean(), count: z.number().int() }),
  ),
  changes: z.array(
    z.object({ store: z.string(), subscription: z.string(), kind: z.string(), status: z.string(), at: time }),
  ),
  /** Since this process started. */
  webhooks: z.array(outcome),
  syncs: z.array(outcome),
  /** When each background job last ran. */
  jobs: z.array(z.object({ name: z.string(), at: time })),
  posts: z.array(z.object({ message: z.string(), details: z.string(), at: time, count: z.number().int() })),
})
export type Desk = z.infer<typeof desk>

/** POST /api/desk/retry: sends an email that could not be sent. */
export const deskRetry = z.object({ id: z.string().min(1).max(300) })
