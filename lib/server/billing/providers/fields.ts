/** Whether a field says that there is nothing: null, false, 0, or only such. */
export function isEmpty(value: unknown): boolean {
  return value && typeof value === 'object' ? Object.values(value).every(isEmpty) : !value
}

/** Whether every field is known to be harmless or is empty: a new field of a vendor's is neither. */
export const hasOnly = (neutral: ReadonlySet<string>, object: object): boolean =>
  Object.entries(object).every(([name, value]) => neutral.has(name) || isEmpty(value))
