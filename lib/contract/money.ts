/**
 * Currencies whose minor unit is not a hundredth, as Stripe counts them: docs.stripe.com/currencies,
 * “Zero-decimal”, “Three-decimal” and “Special cases”, read on 2026-11-22. UGX stands in its zero-decimal list
 * and, like ISK, among its special cases, and those say that it is counted in hundredths.
 */
const decimals: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3])),
}

/** How many decimals an amount of a currency has here: it is counted in the smallest unit that these leave. */
export const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/**
 * An amount in the currency's minor unit as people write it: `1900`, `USD` → `$19.00`. How it is counted is
 * the provider's matter; how many decimals are written, the language's: whole forints have none.
 */
export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  const value = amount / 10 ** digits
  const written = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  try {
    const usual = new Intl.NumberFormat('en', { style: 'currency', currency })
    const isPlain = Number.isInteger(value) && usual.resolvedOptions().maximumFractionDigits === 0
    return (isPlain ? usual : new Intl.NumberFormat('en', written)).format(value)
  } catch {
    return `${value.toFixed(digits)} ${currency}`
  }
}
