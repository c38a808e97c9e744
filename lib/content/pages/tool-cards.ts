import * as z from 'zod'
import file from '@/content/tools/cards.json'
import { cardLetters, cardSituations, cardTones, type Cards } from '@/lib/contract/cards'

/** Short enough for a wallet card in large letters. */
const card = z.string().trim().min(10).max(180)

const schema = z.strictObject({
  reviewed: z.iso.date(),
  languages: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z]{2}$/),
        name: z.string().min(1),
        dir: z.enum(['ltr', 'rtl']).default('ltr'),
        cards: z.record(z.enum(cardSituations), z.record(z.enum(cardTones), card)),
        letters: z.record(z.enum(cardLetters), z.string().trim().min(100).max(1500)).optional(),
      }),
    )
    .min(1)
    .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'has a language twice'),
})

/** Every language has every situation in every tone. */
export const readCards = (value: unknown): Cards => schema.parse(value)

/** The sentences on `/tools/cards`, the same for every language of the page. */
export const cards = readCards(file)
