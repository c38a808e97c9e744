/** Shapes that pages and components share about what is written: posts, sources, therapists. */

/** A study or a page that a health statement rests on. */
export type Source = {
  id: string
  /** Author, title, journal, year; what stands between asterisks is set in italics. */
  citation: string
  /** Design, size and limits in a sentence; empty where there is nothing to weigh. */
  note: string
}

/** A source as one page cites it, numbered from 1 in the order of its first use. */
export type Citation = Source & { number: number }

/** Dates are ISO 8601 days. */
export type PostSummary = {
  slug: string
  title: string
  description: string
  tags: string[]
  written: string
  reviewed: string | null
  /** Reading time in minutes, or null where the words are not at hand. */
  minutes: number | null
}

export type Heading = { id: string; text: string }

export type Post = PostSummary & {
  /** The post in a sentence or two, set in a box above it. */
  answer: string | null
  /** Sanitised: no script, handler or foreign scheme is left in it. */
  html: string
  /** Headings of the second level, for the table of contents. */
  contents: Heading[]
  /** Code that a publisher may attach. It is kept and inert. */
  codeInjectionFooter: string | null
}

export type Therapist = {
  slug: string
  name: string
  /** True where the page shows what a profile looks like, and nobody stands behind it. */
  sample: boolean
  role: string
  licence: string
  languages: string[]
  formats: string[]
  waiting: string
  description: string
  html: string
}
