import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { parseSignIn, type SignInSettings } from '@/lib/contract/sign-in'
import type { EnvReader } from './reader'
import { registeredPaths, paths, siteName } from '@/lib/site'

const name = 'SIGN_IN_CONFIG'

export const signInDefaults = {
  signInSuccessUrl: registeredPaths.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

function textOf(env: EnvReader): string | undefined {
  const value = env.get(name)
  if (value === undefined || /^[{[]/.test(value)) return value
  try {
    return readFileSync(value, 'utf8')
  } catch {
    env.report(`${name} names a file that cannot be read: ${value}.`)
    return undefined
  }
}

function read(env: EnvReader): unknown {
  const text = textOf(env)
  if (text === undefined) return undefined
  try {
    // JSON is YAML. An empty file changes nothing.
    return parse(text) ?? {}
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : ''
    env.report(`${name} is neither JSON nor YAML: ${why?.replace(/:$/, '')}.`)
    return undefined
  }
}

/** Reads `SIGN_IN_CONFIG`: JSON, or the path of a JSON or YAML file. */
export function readSignIn(env: EnvReader): SignInSettings {
  const result = parseSignIn(read(env), signInDefaults)
  if ('settings' in result) return result.settings
  for (const problem of result.problems) env.report(`${name}: ${problem}.`)
  return (parseSignIn(undefined, signInDefaults) as { settings: SignInSettings }).settings
}
