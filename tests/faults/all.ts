import type { Fault } from './fault'
import { redisStopped } from './redis-stopped'
import { twoProcesses } from './two-processes'

/** Every fault, in the order of the table in README.md. */
export const faults: Fault[] = [redisStopped, twoProcesses]
