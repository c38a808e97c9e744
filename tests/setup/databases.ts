import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'

/** Vitest's global set-up of the Postgres project: one server for the run; each file makes a database of its own. */
export default async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}
