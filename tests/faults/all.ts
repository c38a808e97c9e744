import type { Fault } from './fault'
import { postgresStopped } from './postgres-stopped'

/** Every fault, in the order of the table in README.md. */
export const faults: Fault[] = [postgresStopped]
