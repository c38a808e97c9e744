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
