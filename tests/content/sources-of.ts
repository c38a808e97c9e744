import entries from '@/content/evidence.json'

/** Ids of the sources that support a fact, by the fact's number. */
export const sourcesOf = (fact: number): string[] =>
  entries.filter(({ facts }) => facts.includes(fact)).map(({ id }) => id)
