type Rule = {
  name: string
  words: RegExp
  /** Only within a sentence that names a source. */
  sourced?: true
}

const count = String.raw`(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty|sixty|ninety)`
const range = String.raw`${count}( ?(-|–|to|or) ?${count})?`
const unit = '(days?|weeks?|months?)'
const stuttering = '(stutter|stammer)(ing)?'
const any = (...patterns: string[]) => new RegExp(patterns.join('|'), 'gi')

/** Forbidden statements. The expressions are global: each match is judged by its context. */
export const rules: Rule[] = [
  { name: 'a cure', words: /(?<![\w#/-])cur(e[sd]?|ing|able)\b/gi },
  {
    name: 'an end of stuttering',
    words: any(
      String.raw`\b(stop|end|beat|eliminat|overc[ao]m|conquer|defeat|get rid of|free (from|of))\w* ((your|my|their|a|the) )?${stuttering}`,
      String.raw`\b${stuttering} (can be |will be |is |was )(overcome|beaten|eliminated|stopped|gone)\b`,
      String.raw`\b(stutter|stammer)[- ]free\b`,
    ),
  },
  {
    name: 'a guarantee',
    words: any(
      'guarantee',
      String.raw`\b(100|(one |a )?hundred) ?(%|per ?cent\b)`,
      String.raw`\b(clinically|scientifically|medically)[- ](proven|tested)`,
      String.raw`\brisk[- ]free`,
    ),
  },
  { name: 'a percentage without a source', words: /(?<![\w[(.,-])\d+([.,]\d+)? ?%|\bper ?cent\b/gi, sourced: true },
  {
    name: 'a time for a result',
    words: any(
      String.raw`\b(in|within) (just |only |as little as |less than |under )?(?!a )${range}[ -]${unit}\b`,
      String.raw`\b${range}[ -]${unit} to (fluen|speak|a new|your new)`,
    ),
  },
  {
    name: 'a phone call to us',
    words: any(
      String.raw`(?<!\b(we|they|people) )\b(call|phone|ring|telephone) (us|our|unhurried|the (team|office|helpline|hotline))\b`,
      String.raw`\bgive us a (call|ring)\b`,
    ),
  },
  {
    name: 'a rating',
    words: any(
      '[★⭐]',
      String.raw`\b(\d[.,])?${count}([ -]out[ -]of[ -](5|five))?[ -]stars?\b`,
      String.raw`(?<![\w/.-])\d([.,]\d)? ?(\/|out of) ?(5|five)\b(?!\/)`,
      String.raw`\bratings?( of|:)? ?\d`,
      String.raw`\b(top|best|highly)[ -]rated\b`,
      String.raw`\brated (\d|by\b|best\b|excellent\b|number\b)`,
    ),
  },
  {
    name: 'words of somebody invented',
    words: /[Tt]estimonial|[Cc]hanged my life|[”"’'],? *(says|said|writes|wrote) [A-Z]|[”"]\s*[—–] ?[A-Z]/g,
  },
]

/** Words allowed between a denial and its object. Others may reverse it: “not only a cure”. */
const between =
  'a|an|any|the|of|them|these|those|it|this|us|that|here|is|are|was|be|been|can|will|would|do|does|has|have|need|must|yet|to|known|such|promise|promised|offer|sell|find|found|drug|treatment|method|app|part'
const denied = new RegExp(
  String.raw`(\b(no|not|never|none|nobody|nothing|without|cannot|nor|neither)|n['’]t)( (${between})){0,6} $`,
  'i',
)
const deniedAfter =
  /^(\w+)?( for (stuttering|stammering))?([:;,] (at present,? )?(there is none|none is known)|,? (does not exist|is not (known|promised)|has not been found)| (nothing|nobody)\b)/i

/** Other people's promises that the text warns of. */
const promised =
  /(?<subject>\S+(\s+\S+)?)\s+promis(e|es|ed|ing)( you)?( that (you|they) (will|can))?( (a|an|to|the))? $/i
const ours = /\b(we|unhurried|it|our \w+|this \w+|the \w+)$/i

const question = /^(is|are|was|can|could|does|do|will|has|what|how|must|should)\b/i

/** Whether the context takes forbidden words back: a denial, a question, a warning. */
export function isTakenBack(before: string, after: string): boolean {
  if (/\bwhy not\b/i.test(before)) return false
  if (denied.test(before) || deniedAfter.test(after)) return true
  const subject = promised.exec(before)?.groups?.subject
  if (subject && !ours.test(subject)) return true
  const asked = before.split(/["“[(:#*_>]/).at(-1) ?? ''
  return /^[^.!;:]*\?/.test(after) && question.test(asked.trim()) && !/\b(our|the|this|your) $/i.test(before)
}
