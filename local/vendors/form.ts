/** Form encoding with brackets, as both payment vendors write it: `a[b][0][c]=v`. */

type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

/** Reads a form body or a query; lists are those objects whose keys are 0, 1, 2 … */
export function parseForm(text: string): Form {
  const tree: Form = {}
  for (const [name, value] of new URLSearchParams(text)) plant(tree, pathOf(name), value)
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, withLists(value)]))
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')]
}

function plant(tree: Form, [key = '', ...rest]: string[], value: string): void {
  if (key === '__proto__') return
  // `a[]=1&a[]=2` counts up by itself.
  const name = key === '' ? String(Object.keys(tree).length) : key
  if (rest.length === 0) {
    tree[name] = value
    return
  }
  const child = tree[name]
  const branch: Form = typeof child === 'object' && !Array.isArray(child) ? child : {}
  tree[name] = branch
  plant(branch, rest, value)
}

function withLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, child]) => [key, withLists(child)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries)
}

/** How a form names a nested value: `line_items[0][price]`. */
export const formName = ([first, ...rest]: readonly PropertyKey[]): string =>
  String(first ?? '') + rest.map((part) => `[${String(part)}]`).join('')
