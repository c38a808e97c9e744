/** The texts that `server/build.ts` puts into the server's one file, as hash sources of a policy. */
declare const PINNED_SCRIPTS: string[] | undefined

/** Scripts of ours, and the framework's own first words, which a build fixes: what may stand in a page and run. */
export const pinned: ReadonlySet<string> = new Set(typeof PINNED_SCRIPTS === 'undefined' ? [] : PINNED_SCRIPTS)
