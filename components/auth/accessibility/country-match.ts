export type Country = {
  /** Two letters. */
  iso: string
  name: string
  /** Its name in the person's own language, if that is another. */
  localName: string
  /** Digits of the dialling code. */
  code: string
}

/** What people type who mean one of these; none of it is a name or an ISO code. */
const nicknames: Record<string, string> = {
  uk: 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  america: 'US',
  uae: 'AE',
  holland: 'NL',
}

/** Lower case, without accents and with single spaces: "Côte d’Ivoire" is found by "cote d'iv". */
const simple = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** How well it fits, 0 best; null if it does not. */
function rank({ iso, name, localName, code }: Country, query: string): number | null {
  const dialled = /^(?:\+|00)?\s?(\d[\d\s]*)$/.exec(query)?.[1]?.replace(/\s/g, '')
  if (dialled !== undefined) return code === dialled ? 0 : code.startsWith(dialled) ? 1 : null
  if (query === simple(iso) || nicknames[query] === iso) return 0
  let best: number | null = null
  for (const each of [simple(name), simple(localName)]) {
    const at = each.indexOf(query)
    if (at === 0) best = Math.min(best ?? 9, 1)
    else if (at > 0) best = Math.min(best ?? 9, /[^\p{L}]/u.test(each.charAt(at - 1)) ? 2 : 3)
  }
  return best
}

/**
 * The countries that a typed text may mean: by name, by two letters or by dialling code.
 * @returns the best first; of those that fit alike, in the order given
 */
export function matchCountries<T extends Country>(countries: readonly T[], typed: string): T[] {
  const query = simple(typed)
  if (query === '' || query === '+') return [...countries]
  return countries
    .map((country) => ({ country, rank: rank(country, query) }))
    .filter((each): each is { country: T; rank: number } => each.rank !== null)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ country }) => country)
}
