import { useId, type ComponentProps } from 'react'
import { fieldClass, FieldFrame, tied, type FieldWords } from './field-frame'

type FieldProps = ComponentProps<'input'> & FieldWords

const worded = new Set(['text', 'search'])

export function Field({ label, hint, error, id, className, type = 'text', ...native }: FieldProps) {
  const made = useId()
  const own = id ?? made
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} className={className}>
      <input
        type={type}
        dir={worded.has(type) ? 'auto' : undefined}
        {...native}
        {...tied(own, { hint, error }, native['aria-describedby'])}
        className={fieldClass(error)}
      />
    </FieldFrame>
  )
}
