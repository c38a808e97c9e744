import * as z from 'zod'
import { paths, siteName } from '@/lib/site'
import type { Context } from '@/local/vendors/context'
import type { Message } from './messages'

type Draft = Omit<Message, 'links' | 'at'>

const oobCodes = z.object({
  oobCodes: z
    .array(
      z.object({
        email: z.string(),
        newEmail: z.string().optional(),
        oobCode: z.string(),
        oobLink: z.string(),
        requestType: z.string(),
      }),
    )
    .default([]),
})

const smsCodes = z.object({
  verificationCodes: z
    .array(z.object({ code: z.string(), phoneNumber: z.string(), sessionInfo: z.string() }))
    .default([]),
})

type OobCode = z.infer<typeof oobCodes>['oobCodes'][number]
type SmsCode = z.infer<typeof smsCodes>['verificationCodes'][number]

/** Rewrites the emulator's action address to the sign-in page. */
export function siteLink(oobLink: string, siteOrigin: string): string {
  const from = new URL(oobLink)
  const to = new URL(paths.auth, siteOrigin)
  for (const name of ['mode', 'oobCode', 'apiKey', 'lang', 'continueUrl', 'tenantId']) {
    const value = from.searchParams.get(name)
    if (value !== null) to.searchParams.set(name, value)
  }
  return to.href
}

export const emailTexts: Record<string, (code: OobCode) => { subject: string; text: string; after?: string }> = {
  EMAIL_SIGNIN: ({ email }) => ({
    subject: `Sign in to ${siteName}`,
    text: `You asked to sign in to ${siteName} as ${email}. Use this link:`,
    after: 'If that wasn’t you, you can ignore this email. Nobody can sign in without the link.',
  }),
  PASSWORD_RESET: ({ email }) => ({
    subject: `Choose a new password for ${siteName}`,
    text: `We were asked to reset the password for ${email}. Choose a new one here:`,
    after: 'If that wasn’t you, you can ignore this email. Your password stays the same.',
  }),
  VERIFY_EMAIL: ({ email }) => ({
    subject: `Confirm your email address for ${siteName}`,
    text: `Please confirm that ${email} is your address:`,
  }),
  VERIFY_AND_CHANGE_EMAIL: ({ email, newEmail }) => ({
    subject: `Confirm your new email address for ${siteName}`,
    text: `You asked to change your address from ${email} to ${newEmail}. Use this link to confirm it:`,
  }),
  RECOVER_EMAIL: ({ email }) => ({
    subject: `Your email address at ${siteName} was changed`,
    text: `The address ${email} was removed from your account. If that wasn’t you, use this link to put it back:`,
  }),
}

export function emailFor(code: OobCode, siteOrigin: string): Draft {
  const message = emailTexts[code.requestType]?.(code) ?? { subject: siteName, text: 'Follow this link:' }
  const to = code.requestType === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? code.email) : code.email
  const text = [message.text, siteLink(code.oobLink, siteOrigin), ...(message.after ? [message.after] : [])].join(
    '\n\n',
  )
  return { to, kind: 'email', subject: message.subject, text }
}

async function fetchJson<T>(address: string, shape: z.ZodType<T>): Promise<T | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000) })
    return response.ok ? shape.parse(await response.json()) : null
  } catch {
    return null
  }
}

type ListedCode = { key: string; message: () => Draft }

/** Copies new codes from the emulator into the inbox. The emulator lists them without a time. */
export async function collectIdentityMail(context: Context, projectId: string): Promise<void> {
  const { identityAddress, siteOrigin } = context.settings
  if (identityAddress === null) return
  const base = `${identityAddress}/emulator/v1/projects/${projectId}`
  const [mails, texts] = await Promise.all([
    fetchJson(`${base}/oobCodes`, oobCodes),
    fetchJson(`${base}/verificationCodes`, smsCodes),
  ])
  const listed: ListedCode[] = [
    ...(mails?.oobCodes ?? []).map((code) => ({ key: code.oobCode, message: () => emailFor(code, siteOrigin) })),
    ...(texts?.verificationCodes ?? []).map((code) => ({
      key: code.sessionInfo.slice(0, 60),
      message: () => textMessage(code),
    })),
  ]
  deliverNew(context, listed)
  // A list that failed to load says nothing about its codes. A code that is no longer listed cannot come again.
  if (mails && texts) context.state.inbox.seen = listed.map(({ key }) => key)
}

const textMessage = ({ code, phoneNumber }: SmsCode): Draft => ({
  to: phoneNumber,
  kind: 'sms',
  subject: `Code for ${siteName}`,
  text: `${code} is your code for ${siteName}.`,
})

function deliverNew(context: Context, listed: ListedCode[]): void {
  const { seen } = context.state.inbox
  const seenKeys = new Set(seen)
  for (const { key, message } of listed) {
    if (seenKeys.has(key)) continue
    seenKeys.add(key)
    seen.push(key)
    context.mail(message())
  }
}
