/** What the page itself has to say above the widget. */
export type Note =
  /** Back from a provider without a person and without an error: the browser has lost it, or they turned back. */
  | { kind: 'unfinished'; provider: string }
  /** The widget waits for an answer for long, and has no way out; with a provider, after coming back from there. */
  | { kind: 'waiting'; provider: string | null }
  | { kind: 'interrupted'; sentence: string; again: () => void }
  /** A guest opened a link for an address that has an account. */
  | { kind: 'taken' }
  /** The widget has left the page empty, or what came after it failed. */
  | { kind: 'stranded' }
