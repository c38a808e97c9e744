import type { Visit } from '@/components/auth/widget/look-up'

type Choice = { value: Visit; label: string; hint: string; linkHint: string }

const visits: Choice[] = [
  {
    value: 'in',
    label: 'Sign in',
    hint: 'With e-mail, your password comes next.',
    linkHint: 'With e-mail, we send you a link that signs you in. No password to remember.',
  },
  {
    value: 'new',
    label: "I'm new here",
    hint: 'With e-mail, choose a password next: 6 characters or more.',
    linkHint: 'With e-mail, we send you a link that makes your account. No password to choose.',
  },
]

type Props = {
  visit: Visit
  emailLink: boolean
  /** Whether what comes next is still to come. */
  hint: boolean
  choose: (visit: Visit) => void
}

/** The person says which of the two they are; one is chosen beforehand, and it never stands in the way. */
export function VisitStep({ visit, emailLink, hint, choose }: Props) {
  const chosen = visits.find(({ value }) => value === visit)
  return (
    <fieldset aria-describedby={hint ? 'visit-hint' : undefined} className="mb-6">
      <legend className="sr-only">Have you been here before?</legend>
      <div className="grid grid-cols-2 gap-x-6">
        {visits.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-13 cursor-pointer items-center border-b border-border pb-[7px] text-lg text-muted has-checked:border-b-8 has-checked:pb-0 has-checked:border-primary has-checked:font-semibold has-checked:text-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
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
      {hint && (
        <p id="visit-hint" className="pt-2 text-sm text-muted">
          {emailLink ? chosen?.linkHint : chosen?.hint}
        </p>
      )}
    </fieldset>
  )
}
