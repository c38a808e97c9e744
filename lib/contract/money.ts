/** Minor units other than hundredths, as Stripe counts them (docs.stripe.com/currencies, read on 2026-11-22). */
const decimals: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((code) => [code, 3])),
}

export const decimalsOf = (currency: string): number => decimals[currency] ?? 2

/** `1900`, `USD` → `$19.00`. The number of decimals shown follows the language: whole forints have none. */
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
