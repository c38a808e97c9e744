import { z } from 'zod'
import { paths, siteName } from '@/lib/site'
import type { Desk } from '@/local/vendors/desk'
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

/** The emulator's own action address, turned into the site's: such links open on the sign-in page. */
export function siteLink(oobLink: string, siteOrigin: string): string {
  const from = new URL(oobLink)
  const to = new URL(paths.auth, siteOrigin)
  for (const name of ['mode', 'oobCode', 'apiKey', 'lang', 'continueUrl', 'tenantId']) {
    const value = from.searchParams.get(name)
    if (value !== null) to.searchParams.set(name, value)
  }
  return to.href
}

const letters: Record<string, (code: OobCode) => { subject: string; text: string; after?: string }> = {
  EMAIL_SIGNIN: ({ email }) => ({
    subject: `Sign in to ${siteName}`,
    text: `You asked to sign in to ${siteName} as ${email}. This link does it:`,
    after: 'If it was not you, you can leave this mail alone: nobody gets in without the link.',
  }),
  PASSWORD_RESET: ({ email }) => ({
    subject: `Choose a new password for ${siteName}`,
    text: `Somebody asked to reset the password of ${email}. Here you can choose a new one:`,
    after: 'If it was not you, you can leave this mail alone: your password stays as it is.',
  }),
  VERIFY_EMAIL: ({ email }) => ({
    subject: `Confirm your e-mail address for ${siteName}`,
    text: `Please confirm that ${email} is your address:`,
  }),
  VERIFY_AND_CHANGE_EMAIL: ({ email, newEmail }) => ({
    subject: `Confirm your new e-mail address for ${siteName}`,
    text: `You asked to change your address from ${email} to ${newEmail}. This link confirms it:`,
  }),
  RECOVER_EMAIL: ({ email }) => ({
    subject: `Your e-mail address at ${siteName} was changed`,
    text: `The address ${email} was taken off your account. If you did not ask for that, this link takes it back:`,
  }),
}

/** The mail that a person would have got for a code of the emulator. */
export function letterFor(code: OobCode, siteOrigin: string): Draft {
  const letter = letters[code.requestType]?.(code) ?? { subject: siteName, text: 'Follow this link:' }
  const to = code.requestType === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? code.email) : code.email
  const text = [letter.text, siteLink(code.oobLink, siteOrigin), ...(letter.after ? [letter.after] : [])].join('\n\n')
  return { to, kind: 'email', subject: letter.subject, text }
}

async function ask<T>(address: string, shape: z.ZodType<T>): Promise<T | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(3000) })
    return response.ok ? shape.parse(await response.json()) : null
  } catch {
    return null
  }
}

const keptSeen = 1000

/**
 * Takes new codes from the identity emulator into the inbox. The emulator lists its codes without any
 * time, so a message is as old as its first sight; calling this every second or two keeps that near.
 */
export async function collectIdentityMail(desk: Desk, projectId: string): Promise<void> {
  const { identityAddress, siteOrigin } = desk.settings
  if (identityAddress === null) return
  const base = `${identityAddress}/emulator/v1/projects/${projectId}`
  const [mails, texts] = await Promise.all([
    ask(`${base}/oobCodes`, oobCodes),
    ask(`${base}/verificationCodes`, smsCodes),
  ])
  for (const code of mails?.oobCodes ?? []) once(desk, code.oobCode, () => letterFor(code, siteOrigin))
  for (const { code, phoneNumber, sessionInfo } of texts?.verificationCodes ?? []) {
    once(desk, sessionInfo.slice(0, 60), () => ({
      to: phoneNumber,
      kind: 'sms',
      subject: `Code for ${siteName}`,
      text: `${code} is your code for ${siteName}.`,
    }))
  }
}

function once(desk: Desk, mark: string, letter: () => Draft): void {
  const { inbox } = desk.state
  if (inbox.seen.includes(mark)) return
  inbox.seen.push(mark)
  inbox.seen.splice(0, Math.max(0, inbox.seen.length - keptSeen))
  desk.mail(letter())
}
