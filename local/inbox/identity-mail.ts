import * as z from 'zod'
import { paths, siteName } from '@/lib/site'
import type { Context } from '@/local/vendors/context'
import type { Message } from './messages'

type Draft = Omit<Message, 'links' | 'at'>

const listedCodes = z.object({
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
  verificationCodes: z
    .array(z.object({ code: z.string(), phoneNumber: z.string(), sessionInfo: z.string() }))
    .default([]),
})

type Codes = z.infer<typeof listedCodes>
type OobCode = Codes['oobCodes'][number]
type SmsCode = Codes['verificationCodes'][number]

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

const textMessage = ({ code, phoneNumber }: SmsCode): Draft => ({
  to: phoneNumber,
  kind: 'sms',
  subject: `Code for ${siteName}`,
  text: `${code} is your code for ${siteName}.`,
})

async function fetchCodes(address: string): Promise<Codes | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000) })
    return response.ok ? listedCodes.parse(await response.json()) : null
  } catch {
    return null
  }
}

/** Copies new codes from the emulator into the inbox. The emulator lists them without a time. */
export async function collectIdentityMail(context: Context, projectId: string): Promise<void> {
  const { identityAddress, siteOrigin } = context.settings
  if (identityAddress === null) return
  const base = `${identityAddress}/emulator/v1/projects/${projectId}`
  const lists = await Promise.all([fetchCodes(`${base}/oobCodes`), fetchCodes(`${base}/verificationCodes`)])
  const listed = lists.flatMap((codes) => [
    ...(codes?.oobCodes ?? []).map((code) => ({ key: code.oobCode, message: emailFor(code, siteOrigin) })),
    ...(codes?.verificationCodes ?? []).map((code) => ({
      key: code.sessionInfo.slice(0, 60),
      message: textMessage(code),
    })),
  ])
  const { inbox } = context.state
  for (const { key, message } of listed) {
    if (inbox.seen.includes(key)) continue
    inbox.seen.push(key)
    context.mail(message)
  }
  // A list that failed to load says nothing about its codes. A code that is no longer listed cannot come again.
  if (lists.every(Boolean)) inbox.seen = listed.map(({ key }) => key)
}
