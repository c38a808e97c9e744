import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = 'lib/server/db/migrations'
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

/**
 * Migrations that are more than additions, with the reason why the previous version still works. CONTRIBUTING.md
 * explains how to change or remove something.
 */
const exceptions: Record<string, string> = {}

const comments = /--[^\n]*/g

/** Statements that may break the previous version; null for a pure addition. */
function stumble(statement: string): string | null {
  const text = statement.replaceAll(comments, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text === '' || /^create (table|sequence|type|schema|view)\b/i.test(text)) return null
  // The previous version could write a second row with the same key.
  if (/^create index\b/i.test(text)) return null
  const added = /^alter table \S+ add column (.+?);?$/i.exec(text)?.[1]
  if (added && !/,\s*(add|alter|drop|rename) /i.test(added)) {
    return /\bnot null\b/i.test(added) && !/\bdefault\b/i.test(added) ? `not null without a default: ${text}` : null
  }
  return text
}

const tableOf = (statement: string, begin: RegExp) => new RegExp(`${begin.source} "(\\w+)"`, 'i').exec(statement)?.[1]

/** A new table cannot break the previous version. */
function stumbles(sql: string): string[] {
  const statements = sql.split(/--> statement-breakpoint|;\s*\n/)
  const fresh = new Set(statements.map((each) => tableOf(each, /create table/)))
  const onFresh = (each: string) => {
    const table = tableOf(each, /\bon/) ?? tableOf(each, /alter table/)
    return table !== undefined && fresh.has(table)
  }
  return statements.filter((each) => !onFresh(each)).flatMap((each) => stumble(each) ?? [])
}

describe('the previous version works during and after migrations', () => {
  test.each(files)('contain only additions: %s', (name) => {
    const found = stumbles(readFileSync(join(folder, name), 'utf8'))
    expect(name in exceptions ? [] : found).toEqual([])
    if (name in exceptions) expect(found, 'an exception that is none any more').not.toEqual([])
  })
})
