/** docs/security.md lists every address once. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const section =
  /## What one anonymous request may cost\n(.*?)\n## /s.exec(readFileSync('docs/security.md', 'utf8'))?.[1] ?? ''
const rows = section
  .split('\n')
  .filter((line) => /^\| (?!-|Endpoint)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const named = rows.flatMap(([, , addresses = '']) => [...addresses.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

const special: Record<string, string> = { '/robots.ts': '/robots.txt', '/manifest.ts': '/manifest.webmanifest' }

const routeOf = (file: string) =>
  special[`/${file}`] ??
  (path.basename(file).startsWith('icon')
    ? `/${file}`
    : `/${path.dirname(file)}`
        .replace(/\/\([^)]*\)/g, '')
        .replaceAll('%5F', '_')
        .replace(/^\/\.?$/, '/') || '/')

const routes = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.tsx?|robots\.ts|manifest\.ts|icon\.\w+)$/.test(file))
  .map(routeOf)

/** Addresses that are not routes. */
const ownAddresses = ['public/', '/_next/static/*', '/_next/image']

test('lists every route', () => {
  expect(routes.length).toBeGreaterThan(60)
  expect([...new Set([...routes, ...ownAddresses])].filter((route) => !named.includes(route))).toEqual([])
})

test('lists only existing addresses', () => {
  const helpers = ['/__/auth/*', '/__/firebase/*', 'local']
  const known = new Set([...routes, ...ownAddresses, ...helpers])
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('has a cost and a limit in every row', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows)
    expect(
      row.slice(1, 7).every((cell) => cell !== ''),
      row.join('|'),
    ).toBe(true)
})
