import { useId, type ComponentProps } from 'react'
import { fieldClass, FieldFrame, fieldAttributes, type FieldWords } from './field-frame'

type FieldProps = ComponentProps<'input'> & FieldWords

const textTypes = new Set(['text', 'search'])

export function Field({ label, hint, error, id, className, type = 'text', ...native }: FieldProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error} className={className}>
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
