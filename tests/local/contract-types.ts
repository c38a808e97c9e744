/**
 * Checks values against the type declarations of a vendor's SDK: unknown, missing and wrong fields. Syntax that it
 * does not know throws, so that nothing passes unchecked.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vitest/node'

/** The used part of a syntax node; its fields depend on the type. */
type Node = {
  type: string
  name?: string
  value?: unknown
  optional?: boolean
  id?: Node
  key?: Node
  body?: Node | Node[]
  declaration?: Node | null
  expression?: Node
  extends?: Node[]
  source?: Node
  specifiers?: Node[]
  imported?: Node
  exported?: Node
  local?: Node
  left?: Node
  right?: Node
  literal?: Node
  types?: Node[]
  members?: Node[]
  params?: Node[]
  elementType?: Node
  elementTypes?: Node[]
  typeAnnotation?: Node
  typeArguments?: Node | null
  typeParameters?: Node | null
  typeName?: Node
  argument?: Node
}

/** A scope of names: a file or a namespace. */
type Scope = {
  parent: Scope | null
  interfaces: Map<string, Node[]>
  aliases: Map<string, Node>
  spaces: Map<string, Scope>
  imports: Map<string, () => Found | null>
  /** Type parameters with a value here. */
  bound: Map<string, Typed>
}
type Typed = { node: Node; scope: Scope }
type Found = { interfaces: Node[]; alias: Node | null; space: Scope | null; scope: Scope }

const emptyScope = (parent: Scope | null): Scope => ({
  parent,
  interfaces: new Map(),
  aliases: new Map(),
  spaces: new Map(),
  imports: new Map(),
  bound: new Map(),
})

const listOf = (node: Node | Node[] | undefined): Node[] =>
  node === undefined ? [] : Array.isArray(node) ? node : listOf(node.body)

const parsed = (path: string): Node[] =>
  listOf((parseAst(readFileSync(path, 'utf8'), { lang: 'dts' }, path) as unknown as Node).body)

/** Records declarations. A named module may be declared by several files. */
function declare(scope: Scope, statements: Node[], importFrom: (source: string) => Scope): void {
  for (const statement of statements) {
    const node = statement.declaration ?? statement
    const name = node.id?.name ?? String(node.id?.value ?? '')
    if (node.type === 'TSInterfaceDeclaration') {
      scope.interfaces.set(name, [...(scope.interfaces.get(name) ?? []), node])
    } else if (node.type === 'TSTypeAliasDeclaration') {
      scope.aliases.set(name, node)
    } else if (node.type === 'TSModuleDeclaration') {
      const isModule = node.id?.type === 'Literal'
      const inner = isModule ? scope : (scope.spaces.get(name) ?? emptyScope(scope))
      if (!isModule) scope.spaces.set(name, inner)
      declare(inner, listOf(node.body), importFrom)
    } else if (node.type === 'ImportDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
      declareImports(scope, node, importFrom)
    }
  }
}

function declareImports(scope: Scope, node: Node, importFrom: (source: string) => Scope): void {
  const source = String(node.source?.value)
  for (const { type, imported, local, exported } of node.specifiers ?? []) {
    // `import { imported as local }` and `export { local as exported }`.
    const known = need((exported ?? local)?.name)
    const there = need((imported ?? local)?.name)
    scope.imports.set(known, () => {
      const file = importFrom(source)
      if (type !== 'ImportNamespaceSpecifier') return own(file, there)
      return { interfaces: [], alias: null, space: file, scope: file }
    })
  }
}

function own(scope: Scope, name: string): Found | null {
  const interfaces = scope.interfaces.get(name) ?? []
  const alias = scope.aliases.get(name) ?? null
  const space = scope.spaces.get(name) ?? null
  if (interfaces.length > 0 || alias || space) return { interfaces, alias, space, scope }
  return scope.imports.get(name)?.() ?? null
}

function find(scope: Scope, name: string): Found | null {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const found = own(at, name)
    if (found) return found
  }
  return null
}

/** Finds a type by name, or `Space.Name` in a namespace, and its file. */
type Find = (name: string, file?: string) => Typed

/** Types of modules that import each other, such as Stripe's. File names lack `.d.ts`. */
export function readModules(folder: string): Find {
  const files = new Map<string, Scope>()
  const open = (path: string): Scope => {
    const known = files.get(path)
    if (known) return known
    const scope = emptyScope(null)
    files.set(path, scope)
    declare(scope, parsed(path), (source) => open(join(dirname(path), source.replace(/\.js$/, '.d.ts'))))
    return scope
  }
  return (name, file = name) => reference(name, open(join(folder, `${file}.d.ts`)))
}

/** Types that all files declare in one module, such as Chargebee's. */
export function readModule(paths: string[]): Find {
  const scope = emptyScope(null)
  for (const path of paths) declare(scope, parsed(path), () => scope)
  return (name) => reference(name, scope)
}

function reference(name: string, scope: Scope): Typed {
  const typeName = name
    .split('.')
    .map((part): Node => ({ type: 'Identifier', name: part }))
    .reduce((left, right) => ({ type: 'TSQualifiedName', left, right }))
  if (!resolve(typeName, scope)) throw new Error(`The types have no ${name}.`)
  return { node: { type: 'TSTypeReference', typeName }, scope }
}

/** The type with its parameter filled in, such as a list of anything. */
export const of = ({ node, scope }: Typed, parameter: Node): Typed => ({
  node: { ...node, typeArguments: { type: 'TSTypeParameterInstantiation', params: [parameter] } },
  scope,
})

export const anything: Node = { type: 'TSUnknownKeyword' }

/** The type of an interface's field, or null. */
export function fieldOf({ node, scope }: Typed, name: string): Typed | null {
  const found = need(resolve(need(node.typeName), scope))
  return fieldsOf(inherited(found.interfaces, found.scope)).fields.get(name)?.typed ?? null
}

/**
 * Violations in a value, as `path: words`; empty if it matches the type. In a union, the best matching member
 * counts.
 */
export function problems(value: unknown, { node, scope }: Typed, path: string): string[] {
  switch (node.type) {
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return []
    case 'TSStringKeyword':
    case 'TSNumberKeyword':
    case 'TSBooleanKeyword':
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return kindOf(value) === kinds[node.type] ? [] : [`${path}: ${kindOf(value)}, not ${kinds[node.type]}`]
    case 'TSLiteralType': {
      const literal = node.literal?.value
      return value === literal ? [] : [`${path}: ${JSON.stringify(value)}, not ${JSON.stringify(literal)}`]
    }
    case 'TSArrayType':
      return ofArray(value, { node: need(node.elementType), scope }, path)
    case 'TSTupleType':
      return Array.isArray(value) ? [] : [`${path}: not a list`]
    case 'TSUnionType':
      return ofUnion(value, node.types ?? [], scope, path)
    case 'TSIntersectionType':
      return (node.types ?? []).flatMap((each) => problems(value, { node: each, scope }, path))
    case 'TSTypeLiteral':
      return ofFields(value, [{ members: node.members ?? [], scope }], path)
    case 'TSTypeReference':
      return ofReference(value, node, scope, path)
    default:
      throw new Error(`${path}: this reader does not know ${node.type}.`)
  }
}

const kinds: Record<string, string> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A declaration is not as this reader expects.')
  return value
}

const ofArray = (value: unknown, element: Typed, path: string): string[] =>
  Array.isArray(value)
    ? value.flatMap((one, index) => problems(one, element, `${path}[${index}]`))
    : [`${path}: ${kindOf(value)}, not a list`]

/** Stripe ends lists of words with "or any other text", for later API versions. Stand-ins must use the listed ones. */
const isAnyOther = ({ type, typeName }: Node) => type === 'TSTypeReference' && typeName?.name === 'OtherString'

function ofUnion(value: unknown, all: Node[], scope: Scope, path: string): string[] {
  const hasWords = all.some(({ type }) => type === 'TSLiteralType')
  const types = hasWords ? all.filter((node) => !isAnyOther(node)) : all
  const found = types.map((node) => problems(value, { node, scope }, path))
  // A violation at the path itself means another kind; a better member has deeper ones.
  const deeper = found.filter((each) => !each.some((problem) => problem.startsWith(`${path}: `)))
  const best = (deeper.length > 0 ? deeper : found).toSorted((a, b) => a.length - b.length)[0]
  return best ?? []
}

function ofReference(value: unknown, node: Node, scope: Scope, path: string): string[] {
  const name = need(node.typeName)
  const given = node.typeArguments?.params ?? []
  if (name.type === 'Identifier') {
    const bound = boundTo(scope, need(name.name))
    if (bound) return problems(value, bound, path)
    if (name.name === 'Array') return ofArray(value, { node: need(given[0]), scope }, path)
    // Stripe's class for decimal amounts, which are sent as text.
    if (name.name === 'Decimal') return typeof value === 'string' ? [] : [`${path}: not a decimal as text`]
  }
  const found = resolve(name, scope)
  if (!found) throw new Error(`${path}: nothing declares ${nameOf(name)}.`)
  const parameters = (found.alias ?? found.interfaces[0])?.typeParameters?.params ?? []
  const inner = { ...found.scope, bound: new Map(found.scope.bound) }
  parameters.forEach((parameter, index) => {
    const { name: key } = parameter as unknown as { name: Node }
    inner.bound.set(nameOf(key), { node: need(given[index]), scope })
  })
  if (found.alias) return problems(value, { node: need(found.alias.typeAnnotation), scope: inner }, path)
  return ofFields(value, inherited(found.interfaces, inner), path)
}

function boundTo(scope: Scope, name: string): Typed | null {
  for (let at: Scope | null = scope; at; at = at.parent) {
    const bound = at.bound.get(name)
    if (bound) return bound
  }
  return null
}

const nameOf = (node: Node): string =>
  node.type === 'TSQualifiedName' ? `${nameOf(need(node.left))}.${nameOf(need(node.right))}` : String(node.name)

function resolve(name: Node, scope: Scope): Found | null {
  if (name.type !== 'TSQualifiedName') return find(scope, need(name.name))
  const space = resolve(need(name.left), scope)?.space
  return space ? own(space, nameOf(need(name.right))) : null
}

type Fields = { members: Node[]; scope: Scope }

/** Members of an interface and its parents. */
const inherited = (interfaces: Node[], scope: Scope): Fields[] =>
  interfaces.flatMap((node) => [
    { members: listOf(node.body), scope },
    ...(node.extends ?? []).flatMap(({ expression }) => {
      const base = resolve(need(expression), scope)
      return base ? inherited(base.interfaces, base.scope) : []
    }),
  ])

type Field = { optional: boolean; typed: Typed }

/** The named fields, and those that an index signature allows. */
function fieldsOf(parts: Fields[]): { fields: Map<string, Field>; any: Typed | null } {
  const fields = new Map<string, Field>()
  let any: Typed | null = null
  for (const { members, scope } of parts) {
    for (const member of members) {
      const node = need(member.typeAnnotation?.typeAnnotation)
      if (member.type === 'TSIndexSignature') any = { node, scope }
      else if (member.type === 'TSPropertySignature') {
        const name = need(member.key).name ?? String(need(member.key).value)
        fields.set(name, { optional: member.optional === true, typed: { node, scope } })
      } else throw new Error(`This reader does not know ${member.type}.`)
    }
  }
  return { fields, any }
}

/** A type without members accepts anything. An index signature counts only if there are no other members. */
function ofFields(value: unknown, parts: Fields[], path: string): string[] {
  const { fields, any } = fieldsOf(parts)
  if (fields.size === 0 && !any) return []
  if (kindOf(value) !== 'object') return [`${path}: ${kindOf(value)}, not an object`]
  const given = value as Record<string, unknown>
  const anyName = fields.size === 0 ? any : null
  return [
    ...Object.entries(given).flatMap(([name, one]) => {
      const typed = fields.get(name)?.typed ?? anyName
      return typed ? problems(one, typed, `${path}.${name}`) : [`${path}.${name}: the type has no such field`]
    }),
    ...[...fields]
      .filter(([name, { optional }]) => !optional && !(name in given))
      .map(([name]) => `${path}.${name}: the type needs it`),
  ]
}
