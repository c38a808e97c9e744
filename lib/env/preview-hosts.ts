import { domainToASCII } from 'node:url'
import { Reader } from './reader'

const label = String.raw`[a-z\d](?:[a-z\d-]*[a-z\d])?`
const pattern = new RegExp(String.raw`^(?:\*\.)?${label}(?:\.${label})*\.(?!\d+$)${label}$`)

/** `*.com` and `*.co.uk` would name the hosts of strangers. */
const tooWide = /^\*(?:\.[^.]*|\.(?:com?|net|org|gov|edu|ac)\.[a-z]{2})?$/

function patternOf(value: string): string {
  const isWild = value.startsWith('*.')
  // `domainToASCII` leaves these and what follows them out.
  if (/[/?#@:\\]/.test(value)) return value
  const host = domainToASCII(isWild ? value.slice(2) : value).replace(/\.$/, '')
  return isWild ? `*.${host}` : host
}

/** Reads `PREVIEW_HOSTS`: hosts, or `*.` before a host for all that end in it. Wrong ones are reported and left out. */
export function readPreviewHosts(env: Reader): string[] {
  return env.list('PREVIEW_HOSTS').flatMap((value) => {
    const read = patternOf(value)
    if (pattern.test(read) && !tooWide.test(read)) return read
    const why = tooWide.test(value) || tooWide.test(read) ? 'which is too wide: it' : 'which'
    env.report(`PREVIEW_HOSTS has "${value}", ${why} must be a host such as try.example.org, or *.example.org.`)
    return []
  })
}

/** For pages that a build renders, where other settings are not there yet. */
export const previewHosts = (): string[] => readPreviewHosts(new Reader(process.env))
