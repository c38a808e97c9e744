/** A call handler that records its events. */
import { beforeEach, vi } from 'vitest'
import { CallHandler, type CallEvent } from '@/components/auth/handler'
import type { CallName } from '@/components/auth/sdk'
import { settingsOf, words } from './settings'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

export const coded = (code: string, more: object = {}) =>
  Object.assign(new Error(`Firebase: Error (${code}).`), { code, ...more })
export const failing = (code: string, more?: object) => () => Promise.reject(coded(code, more))

type Context = ConstructorParameters<typeof CallHandler>[0]

export function handler(change: Partial<Context> = {}, settings: Record<string, unknown> = {}) {
  const events: CallEvent[] = []
  const context = {
    settings: settingsOf({ signInOptions: ['password', 'google.com'], ...settings }),
    words,
    page: () => 'sign-in',
    mode: () => 'callback' as const,
    choices: () => ({ visit: 'in' as const, emailLink: false }),
    hidesAccounts: vi.fn(async () => true),
    isVerified: vi.fn(async () => false),
    pressed: () => null,
    usePopups: vi.fn(),
    secondStep: vi.fn(() => Promise.reject(new Error('not asked for'))),
    emit: (event: CallEvent) => void events.push(event),
    ...change,
  }
  const made = new CallHandler(context)
  const run = (
    name: CallName,
    make: () => Promise<unknown>,
    { args = ['x'], isGuest = false }: { args?: unknown[]; isGuest?: boolean } = {},
  ) => made.handle({ name, args, isGuest, make })
  const lookUp = (methods: string[]) =>
    run('fetchSignInMethodsForEmail', async () => methods, { args: ['a@x.test'] }) as Promise<string[]>
  const notes = () => events.flatMap((event) => (event.type === 'note' ? [event.note] : []))
  const types = () => events.map(({ type }) => type)
  return { ...context, handler: made, run, lookUp, events, notes, types }
}
