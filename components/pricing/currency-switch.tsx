type CurrencySwitchProps = { currencies: string[]; value: string; choose: (currency: string) => void }

/** Only where there is something to choose. */
export function CurrencySwitch({ currencies, value, choose }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <label className="flex items-center gap-4 text-md font-semibold">
      Currency
      <select
        value={value}
        onChange={(event) => choose(event.target.value)}
        className="min-h-12 rounded border-2 border-border bg-surface px-3 text-text"
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
