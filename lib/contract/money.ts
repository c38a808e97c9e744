/** An amount in the currency's minor unit as people write it: `1900`, `USD` → `$19.00`. */
export function money(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`
  }
}
