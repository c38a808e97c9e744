import { collectorFault } from './collector'
import type { Fault } from './fault'

/** Every fault, in the order of the table in README.md. */
export const faults: Fault[] = [collectorFault]
