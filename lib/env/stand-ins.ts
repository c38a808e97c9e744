import { BlockList, isIP } from 'node:net'
import type { Reader } from './reader'

const ownAddresses = new BlockList()
ownAddresses.addSubnet('127.0.0.0', 8)
ownAddresses.addAddress('0.0.0.0')
ownAddresses.addAddress('::1', 'ipv6')
ownAddresses.addAddress('::', 'ipv6')

function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  const kind = isIP(name)
  if (kind === 0) return /(?:^|\.)localhost$/.test(name)
  return ownAddresses.check(name, kind === 6 ? 'ipv6' : 'ipv4')
}

/** Outside `local`, a stand-in or an emulator would accept forged sign-ins and payments. */
export function refuseStandIns(env: Reader, deployment: string): void {
  if (deployment === 'local') return
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST']) {
    if (env.get(name))
      env.report(`${name} is set, but DEPLOYMENT is ${deployment}: an emulator is for DEPLOYMENT=local only.`)
  }
  if (env.get('FIREBASE_PROJECT_ID')?.startsWith('demo-')) {
    env.report(`FIREBASE_PROJECT_ID begins with demo-, which only an emulator serves, but DEPLOYMENT is ${deployment}.`)
  }
  const mail = env.get('SMTP_URL')
  const mailHost = mail && URL.parse(mail)?.hostname
  if (mailHost && isLoopback(mailHost)) {
    env.report(`SMTP_URL points at a stand-in (${mailHost}), but DEPLOYMENT is ${deployment}: name a real mail server.`)
  }
  for (const name of [
    'STRIPE_API_BASE',
    'CHARGEBEE_API_BASE',
    'NOTION_API_BASE',
    'FIREBASE_KEYS_URL',
    'FIREBASE_ACCOUNTS_URL',
    'FIREBASE_STORAGE_URL',
  ]) {
    const value = env.get(name)
    const url = value ? URL.parse(value) : null
    if (url && (url.protocol !== 'https:' || isLoopback(url.hostname))) {
      env.report(
        `${name} points at a stand-in (${url.host}), but DEPLOYMENT is ${deployment}: unset it to reach the real host.`,
      )
    }
  }
}

/** Whether a process that listens at this host can be reached from this machine only. */
export const isOnLoopback = (host: string): boolean => /^(127\.0\.0\.1|::1|localhost)$/.test(host)
