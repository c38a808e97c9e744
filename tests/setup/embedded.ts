import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { TestProject } from 'vitest/node'

/** Where `lib/server/db/client.ts` keeps the embedded database in a `DATA_DIR`. */
const place = join('db', 'pglite')

/**
 * Vitest's global set-up of the embedded project: one database is made and migrated for the run, since
 * making one takes seconds; each file begins with a copy of it.
 */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-template-'))
  mkdirSync(join(folder, place), { recursive: true })
  const engine = await PGlite.create(join(folder, place))
  await migrate(drizzle(engine), { migrationsFolder: 'lib/server/db/migrations' })
  await engine.close()
  project.provide('embeddedTemplate', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Puts the database of the run into a `DATA_DIR` that has none yet. */
export const copyTemplate = (template: string, dataDir: string) =>
  cpSync(join(template, place), join(dataDir, place), { recursive: true })

declare module 'vitest' {
  interface ProvidedContext {
    embeddedTemplate: string
  }
}
