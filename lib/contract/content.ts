/** Shapes of posts, sources and therapists, shared by pages and components. */
import type { Locale } from '@/lib/locales'

export type Source = {
  id: string
  /** Text between asterisks is italic. */
  citation: string
  /** Language of the citation, if it is not the page's. */
  citationLang?: string
  address: string
  design: string
  /** Null if there is nothing to count. */
  size: string | null
  limits: string
  people: number | null
}

export type Citation = Source & {
  number: number
  back?: string
}

export type Author = { slug: string; name: string; kind: 'organization' | 'person'; description: string }

export type PostSummary = {
  slug: string
  title: string
  description: string
  tags: string[]
  /** Extra search terms; not shown. */
  keywords?: string[]
  /** Language of the text, as in `lang`; English if it is missing. */
  lang?: string
  /** Language of the pages to which it belongs, for translations; English if it is missing. */
  locale?: Locale
  /** Address of the first own picture, which is the cover in lists. */
  picture?: string
  author: Pick<Author, 'slug' | 'name' | 'kind'>
  written: string
  reviewed: string | null
  /** ISO 8601 day or instant. */
  modified: string
  minutes: number | null
}

export type Heading = { id: string; text: string; parts?: Heading[] }

export type PostBody = {
  /** Sanitised HTML. */
  answer: string | null
  /** Sanitised HTML. */
  html: string
  contents: Heading[]
  /** Plain text without sources, for the search. */
  text?: string
  minutes: number | null
}

export type Post = PostSummary &
  PostBody & {
    /** Inert unless `runsFooter`. */
    codeInjectionFooter: string | null
    runsFooter: boolean
  }

/** Searchable text of a post's body. In the index, as far as it has room. */
export type PlainPost = { headings: string; text: string }

export type PostPage = {
  posts: PostSummary[]
  page: number
  pages: number
  total: number
}

export type PostNeighbours = { newer: PostSummary | null; older: PostSummary | null; related: PostSummary[] }

export type Therapist = {
  slug: string
  name: string
  /** A sample page without a real person. */
  sample: boolean
  role: string
  licence: string
  approach: string
  languages: string[]
  formats: string[]
  waiting: string
  description: string
  html: string
  sources: Citation[]
}

/** Markdown as sanitised HTML. */
export type RenderedText = {
  html: string
  contents: Heading[]
  text: string
}

/** `words` are extra search terms. */
export type Question = { id: string; title: string; words: string; html: string; text: string }
export type QuestionGroup = { name: string; title: string; questions: Question[] }

export type Policy = { title: string; since: string; summary: string[]; html: string; contents: Heading[] }

/** Each line is sanitised HTML. */
export type Study = {
  people: number | null
  name: string
  what: string
  found: string | null
  changed: string | null
  unchanged: string | null
  mind: string | null
}

export type ProtocolPart = { id: string; title: string; name: string; html: string; studies: Study[]; after: string }

/** A post in the search index. */
export type SearchPost = Pick<
  PostSummary,
  'slug' | 'title' | 'description' | 'tags' | 'written' | 'minutes' | 'lang' | 'locale'
> &
  PlainPost & { keywords: string }

/** The newest of all `total` posts. */
export type SearchIndex = { total: number; posts: SearchPost[] }
