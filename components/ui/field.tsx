import { useId, type ComponentProps, type ReactNode } from 'react'

type FieldWords = {
  label: string
  hint?: string
  error?: string
}

const hintId = (id: string) => `${id}-hint`
const errorId = (id: string) => `${id}-error`

/** Links hint and error to the field for screen readers; `also` adds ids. */
export function fieldAttributes(id: string, { hint, error }: Pick<FieldWords, 'hint' | 'error'>, also?: string) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [also, hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined,
  }
}

export const fieldClass = (error?: string) =>
  'block min-h-13 w-full text-ellipsis rounded border-2 bg-surface px-3.5 py-2 text-base text-text placeholder:text-muted ' +
  (error ? 'border-danger' : 'border-border')

type FieldFrameProps = FieldWords & { id: string; className?: string; children: ReactNode }

export function FieldFrame({ id, label, hint, error, className, children }: FieldFrameProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="block pb-1 text-sm font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId(id)} className="pb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={errorId(id)} className="pt-1.5 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const textTypes = new Set(['text', 'search'])

type FieldProps = ComponentProps<'input'> & FieldWords

export function Field({ label, hint, error, id, className, type = 'text', ...native }: FieldProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, className }}>
      <input
        type={type}
        dir={textTypes.has(type) ? 'auto' : undefined}
        {...native}
        {...fieldAttributes(fieldId, { hint, error }, native['aria-describedby'])}
        className={fieldClass(error)}
      />
    </FieldFrame>
  )
}

type TextAreaProps = ComponentProps<'textarea'> & FieldWords

export function TextArea({ label, hint, error, id, className, ...native }: TextAreaProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <FieldFrame {...{ id: fieldId, label, hint, error, className }}>
      <textarea
        rows={8}
        dir="auto"
        {...native}
        {...fieldAttributes(fieldId, { hint, error }, native['aria-describedby'])}
        className={`${fieldClass(error)} field-sizing-content min-h-56 max-h-[70vh] resize-y py-3`}
      />
    </FieldFrame>
  )
}
