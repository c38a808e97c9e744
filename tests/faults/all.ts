import { clockOff } from './clock-off'
import { diskFull } from './disk-full'
import type { Fault } from './fault'
import { keysDown } from './keys-down'
import { killEmbedded, killPostgres } from './kill'
import { postgresStopped } from './postgres-stopped'

/** Every fault, in the order of the table in README.md. */
export const faults: Fault[] = [postgresStopped, killPostgres, killEmbedded, diskFull, clockOff, keysDown]
