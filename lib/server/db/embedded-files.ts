import 'server-only'

/** A file or a folder in Emscripten's memory. */
type Entry = { contents?: Uint8Array | Record<string, Entry> | null }

/** What is used of Emscripten's file system. */
export type Files = {
  analyzePath(path: string): { object: Entry | null }
  getPath(entry: Entry): string
  unlink(path: string): void
}

/** What only the making of a database reads, and the largest of all. */
const largest = '/pglite/share/postgresql/postgres.bki'

/**
 * What an engine that has begun reads for nothing of ours: all but the times of places and the language that functions
 * are written in. Stems of words (`to_tsvector`), orders of words by ICU and other encodings than UTF-8 go with the rest:
 * whoever comes to need one over the embedded database keeps its files here.
 */
const isReadNoMore = (path: string) =>
  /^\/pglite\/(icu|lib|share)\//.test(path) && !/\/(timezone|timezonesets|extension)\/|\/plpgsql\./.test(path)

/** Nothing of the database itself, which lies on the disk: where that is mounted, a folder in memory is empty. */
function* filesUnder({ contents }: Entry): Generator<Entry & { contents: Uint8Array }> {
  for (const entry of Object.values(contents ?? {})) {
    if (entry.contents instanceof Uint8Array) yield entry as Entry & { contents: Uint8Array }
    else yield* filesUnder(entry)
  }
}

/**
 * Gives back what an engine that has begun holds of the files that PGlite brings along: 6 MB in one piece, of which it
 * reads less than one again. What goes is to the engine as if it had never been there.
 */
export function letGoOfFiles(files: Files): void {
  const contents = files.analyzePath(largest).object?.contents
  const root = files.analyzePath('/').object
  // Another PGlite may keep them elsewhere: then they stay.
  if (!(contents instanceof Uint8Array) || !root) return
  const { buffer } = contents
  for (const entry of filesUnder(root)) {
    if (entry.contents.buffer !== buffer) continue
    const path = files.getPath(entry)
    if (isReadNoMore(path)) files.unlink(path)
    else entry.contents = entry.contents.slice()
  }
  // Who loaded them still knows the piece.
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })
}
