import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { TestProject } from 'vitest/node'

/** The embedded database's folder in `DATA_DIR`, as in lib/server/db/client.ts. */
const place = join('db', 'pglite')

/** Vitest's global setup for the embedded database. Creating one takes seconds, so each test file copies a template. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-template-'))
  mkdirSync(join(folder, place), { recursive: true })
  const engine = await PGlite.create(join(folder, place))
  await migrate(drizzle(engine), { migrationsFolder: 'lib/server/db/migrations' })
  await engine.close()
  project.provide('embeddedTemplate', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

export const copyTemplate = (template: string, dataDir: string) =>
  cpSync(join(template, place), join(dataDir, place), { recursive: true })

declare module 'vitest' {
  interface ProvidedContext {
    embeddedTemplate: string
  }
}
