import type { Visit } from './look-up'

const visits: { value: Visit; label: string; hint: string }[] = [
  {
    value: 'in',
    label: 'Sign in',
    hint: 'By e-mail, next we ask for your password. We never tell anyone whether an address has an account.',
  },
  {
    value: 'new',
    label: "I'm new here",
    hint: 'By e-mail, next you choose a password of at least 6 characters.',
  },
]

/** The person says which of the two they are; one is chosen beforehand, and it never stands in the way. */
export function VisitStep({ visit, choose }: { visit: Visit; choose: (visit: Visit) => void }) {
  return (
    <fieldset aria-describedby="visit-hint" className="mb-6">
      <legend className="sr-only">Have you been here before?</legend>
      <div className="grid grid-cols-2 gap-x-6">
        {visits.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-13 cursor-pointer items-center border-b border-border text-lg text-muted has-checked:border-b-8 has-checked:border-primary has-checked:font-semibold has-checked:text-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="visit"
              value={value}
              checked={visit === value}
              onChange={() => choose(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      <p id="visit-hint" className="pt-2 text-sm text-muted">
        {visits.find(({ value }) => value === visit)?.hint}
      </p>
    </fieldset>
  )
}
