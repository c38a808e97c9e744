/** Form-encoded requests, as both payment vendors have them. */
import express from 'express'

export type Form = Record<string, unknown>

/** Ignores the content type, which not every caller sends. */
export const parseForm = express.urlencoded({ extended: true, type: () => true, limit: '1mb' })

const texts = new Set(['metadata', 'client_reference_id', 'email', 'name'])

/** Form parameters are text; the SDK's types have numbers and booleans too. */
export function decoded<T>(value: unknown, name = ''): T {
  const decode = (child: unknown, key: string): unknown => (texts.has(name) ? child : decoded(child, key))
  if (Array.isArray(value)) return value.map((child) => decode(child, name)) as T
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value as Form).map(([key, child]) => [key, decode(child, key)])) as T
  }
  if (texts.has(name) || typeof value !== 'string') return value as T
  if (value === 'true' || value === 'false') return (value === 'true') as T
  return (/^-?\d{1,12}$/.test(value) ? Number(value) : value) as T
}
