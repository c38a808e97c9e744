/** Situations that a card can be for, in the order of the list. Their names are in `messages/<locale>/cards.json`. */
export const cardSituations = [
  'border',
  'shop',
  'phone-menu',
  'doctor',
  'meeting',
  'relay',
  'interview',
  'school',
] as const
export type CardSituation = (typeof cardSituations)[number]

export const cardTones = ['plain', 'friendly'] as const
export type CardTone = (typeof cardTones)[number]

export const cardLetters = ['teacher', 'manager', 'examiner'] as const
export type CardLetter = (typeof cardLetters)[number]

type CardLanguage = {
  /** BCP 47 language tag. */
  code: string
  /** The language's own name. */
  name: string
  dir: 'ltr' | 'rtl'
  cards: Record<CardSituation, Record<CardTone, string>>
  letters?: Record<CardLetter, string> | undefined
}

export type Cards = { languages: readonly CardLanguage[] }
