import { useId, type ComponentProps } from 'react'

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  /** A sentence that says what is wrong and what to do; marks the input as invalid. */
  error?: string
}

/** One labelled input; hint and error are tied to it, so that they are read out with it. */
export function Field({ label, hint, error, id, className, ...native }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const hintId = hint ? `${own}-hint` : undefined
  const errorId = error ? `${own}-error` : undefined
  const described = [native['aria-describedby'], hintId, errorId].filter(Boolean).join(' ') || undefined
  const edge = error ? 'border-danger' : 'border-border'
  return (
    <div className={className}>
      <label htmlFor={own} className="block pb-1 text-sm font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="pb-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        {...native}
        id={own}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        className={`min-h-13 w-full rounded border-2 bg-surface px-3.5 py-2 text-base text-text placeholder:text-muted ${edge}`}
      />
      {error && (
        <p id={errorId} className="pt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
