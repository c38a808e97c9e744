import { useId, type ComponentProps } from 'react'
import { fieldClass, FieldFrame, fieldAttributes, type FieldWords } from './field-frame'

type TextAreaProps = ComponentProps<'textarea'> & FieldWords

export function TextArea({ label, hint, error, id, className, ...native }: TextAreaProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const look = `${fieldClass(error)} field-sizing-content min-h-56 max-h-[70vh] resize-y py-3`
  return (
    <FieldFrame id={fieldId} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={8}
        dir="auto"
        {...native}
        {...fieldAttributes(fieldId, { hint, error }, native['aria-describedby'])}
        className={look}
      />
    </FieldFrame>
  )
}
