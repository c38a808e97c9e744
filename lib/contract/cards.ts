/** Situations that a card can be for, in the order of the list. */
export const cardSituations = {
  border: 'At a border, or with the police',
  shop: 'In a shop or a café',
  'phone-menu': 'A phone menu that needs a voice',
  doctor: 'At the doctor’s',
  meeting: 'In a meeting',
  relay: 'A phone call through a relay',
  interview: 'In an interview',
  school: 'At school or university',
} as const
export type CardSituation = keyof typeof cardSituations

export const cardTones = { plain: 'Plain', friendly: 'Friendly' } as const
export type CardTone = keyof typeof cardTones

export const cardLetters = {
  teacher: 'A letter to a teacher',
  manager: 'A letter to a manager',
  examiner: 'A letter to an examiner',
} as const
export type CardLetter = keyof typeof cardLetters

type CardLanguage = {
  /** BCP 47 language tag. */
  code: string
  /** The language's own name. */
  name: string
  dir: 'ltr' | 'rtl'
  cards: Record<CardSituation, Record<CardTone, string>>
}

export type Cards = { languages: readonly CardLanguage[]; letters: Record<CardLetter, string> }
