import { useId, type ComponentProps } from 'react'
import { fieldClass, FieldFrame, tied, type FieldWords } from './field-frame'

type TextAreaProps = ComponentProps<'textarea'> & FieldWords

export function TextArea({ label, hint, error, id, className, ...native }: TextAreaProps) {
  const made = useId()
  const own = id ?? made
  const look = `${fieldClass(error)} field-sizing-content min-h-56 max-h-[70vh] resize-y py-3`
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={8}
        dir="auto"
        {...native}
        {...tied(own, { hint, error }, native['aria-describedby'])}
        className={look}
      />
    </FieldFrame>
  )
}
