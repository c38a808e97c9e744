/** Form-encoded requests, as both payment vendors have them. */
import express from 'express'
import * as z from 'zod'

export type Form = Record<string, unknown>

/** Ignores the content type, which not every caller sends. */
export const parseForm = express.urlencoded({ extended: true, type: () => true, limit: '1mb' })

/** `line_items[0][price]` */
export const formName = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first ?? '') + rest.map((part) => `[${String(part)}]`).join('')

/** Form parameters are text. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
