/** Reading speeds per minute (IReST: Trauzettel-Klosinski and Dietz 2012, doi:10.1167/iovs.11-8284). */
const measured = { englishWords: 228, chineseCharacters: 255, japaneseCharacters: 357 }

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/gu
/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Tibetan}\p{Script=Tai_Tham}\p{M}]+/gu

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * Converts a text to English words of equal reading time. Chinese and Japanese count by measured speeds; other scripts
 * without spaces are split by dictionary.
 */
export function countWords(text: string): number {
  const spaced = text.replace(ideographs, ' ').split(/\s+/).filter(Boolean)
  const words = spaced.reduce((sum, part) => sum + wordsOf(part), 0)
  const characters = text.match(ideographs)?.length ?? 0
  if (characters === 0) return words
  // Chinese has no kana.
  const isJapanese = (text.match(kana)?.length ?? 0) > characters / 10
  const speed = isJapanese ? measured.japaneseCharacters : measured.chineseCharacters
  return words + Math.round((characters * measured.englishWords) / speed)
}

function wordsOf(part: string): number {
  if (/^\p{P}+$/u.test(part)) return 0
  const runs = part.match(unspaced)?.filter((run) => /\p{L}/u.test(run)) ?? []
  if (runs.length === 0) return 1
  const found = runs.flatMap((run) => [...segmenter.segment(run)]).filter(({ isWordLike }) => isWordLike)
  const hasOthers = /[\p{L}\p{N}]/u.test(part.replace(unspaced, ''))
  return found.length + Number(hasOthers)
}
