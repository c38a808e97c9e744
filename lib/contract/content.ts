/** Shapes that pages and components share about what is written: posts, sources, therapists. */

/** A study or a page that a health statement rests on. */
export type Source = {
  id: string
  /** Author, title, journal, year; what stands between asterisks is set in italics. */
  citation: string
  /** What kind of study or page it is. */
  design: string
  /** How many people or studies, and for how long; null where there is nothing to count. */
  size: string | null
  /** What it cannot say. */
  limits: string
  /** The people studied, for drawings; null where they are not one group that can be counted. */
  people: number | null
}

/** A source as one page cites it, numbered from 1 in the order of its first use. */
export type Citation = Source & {
  number: number
  /** Id of the place where the page cites it first, where that place has one. */
  back?: string
}

/** Design, size and limits in a line. */
export const weightOf = ({ design, size, limits }: Pick<Source, 'design' | 'size' | 'limits'>): string =>
  [design, size, limits].filter((part) => part !== null).join(' · ')

/** Who answers for a post. Nobody is invented: what a team wrote bears the team's name. */
export type Author = { slug: string; name: string; kind: 'organization' | 'person'; description: string }

/** Dates are ISO 8601 days, save `modified`. */
export type PostSummary = {
  slug: string
  title: string
  description: string
  tags: string[]
  /** What people type who look for it, beside the words of title and description; not shown. */
  keywords?: string[]
  author: Pick<Author, 'slug' | 'name' | 'kind'>
  written: string
  reviewed: string | null
  /** When it last changed: an ISO 8601 day or moment, whichever its source knows. */
  modified: string
  /** Reading time in minutes, or null where the words are not at hand. */
  minutes: number | null
}

/** A heading of the second level, with those of the third below it where a table of contents shows them. */
export type Heading = { id: string; text: string; parts?: Heading[] }

/** The inside of a post, rendered. */
export type PostBody = {
  /** The post in a sentence or two, set in a box above it: sanitised HTML, the inside of a paragraph. */
  answer: string | null
  /** Sanitised: no script, handler or foreign scheme is left in it. */
  html: string
  /** Headings of two levels, for the table of contents. */
  contents: Heading[]
  minutes: number | null
}

export type Post = PostSummary &
  PostBody & {
    /** Code that a publisher may attach. It is kept, and inert unless `runsFooter`. */
    codeInjectionFooter: string | null
    /** Whether that code may run, in a frame of its own origin. */
    runsFooter: boolean
  }

/** A page of a list of posts, newest first. */
export type PostPage = {
  posts: PostSummary[]
  /** This page and the last one, from 1. */
  page: number
  pages: number
  /** How many posts there are on all pages. */
  total: number
}

/** What stands beside a post: its neighbours in time, and posts on like matters. */
export type Around = { newer: PostSummary | null; older: PostSummary | null; related: PostSummary[] }

export type Therapist = {
  slug: string
  name: string
  /** True where the page shows what a profile looks like, and nobody stands behind it. */
  sample: boolean
  role: string
  /** Where the person may work, and where that can be looked up. */
  licence: string
  approach: string
  languages: string[]
  formats: string[]
  waiting: string
  description: string
  html: string
  /** What the text cites. */
  sources: Citation[]
}

/** A page's Markdown as sanitised HTML; numbers of sources in it lead to the page's one list. */
export type Piece = {
  html: string
  /** Headings of the second level, for the contents. */
  contents: Heading[]
  /** The words alone, without numbers of sources. */
  text: string
}

/**
 * A question of the FAQ and its answer: the id is its address, the HTML is sanitised, and `words` are what people
 * also look for it by, with spaces between them, or ''.
 */
export type Question = { id: string; title: string; words: string; html: string; text: string }
export type QuestionGroup = { name: string; title: string; questions: Question[] }

/** A policy: what it says in short, since when it stands in this wording, and the text. */
export type Policy = { title: string; since: string; summary: string[]; html: string; contents: Heading[] }

/** What a study found. Each line is sanitised HTML; null where there is nothing of the kind to say. */
export type Study = {
  /** The people drawn, a dot each; null where they are not one group. */
  people: number | null
  /** Stands where the number of people would, when there is none. */
  name: string
  what: string
  /** What was reported, where nothing was there to change. */
  found: string | null
  changed: string | null
  unchanged: string | null
  mind: string | null
}

/** A part of the protocol: what one does, and the studies for and against it. */
export type ProtocolPart = { id: string; title: string; name: string; html: string; studies: Study[]; after: string }

/**
 * A post as the search box knows it: slug, title, description, tags, the day it was written (ISO 8601), reading
 * time in minutes, and the words that it is also found by, with spaces between them. A row rather than an object:
 * the names of the fields would be a third of the file.
 */
export type SearchRow = [
  slug: string,
  title: string,
  description: string,
  tags: string[],
  written: string,
  minutes: number | null,
  keywords: string,
]

/** A part of the index, from 1, which has the newest posts. */
export type SearchPart = {
  part: number
  parts: number
  /** Posts in all parts. */
  total: number
  posts: SearchRow[]
}
