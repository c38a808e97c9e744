import { clockOff } from './clock-off'
import { collectorFault } from './collector'
import { diskFull } from './disk-full'
import type { Fault } from './fault'
import { flooded } from './flood'
import { keysDown } from './keys-down'
import { killEmbedded, killPostgres } from './kill'
import { notionDown } from './notion-down'
import { postgresStopped } from './postgres-stopped'
import { redisStopped } from './redis-stopped'
import { rollingDeploy } from './rolling-deploy'
import { slowConnections } from './slow-connections'
import { twoProcesses } from './two-processes'
import { vendorsSlow } from './vendors-slow'

/** Every fault; the longest first, where two run side by side. */
export const faults: Fault[] = [
  rollingDeploy,
  postgresStopped,
  notionDown,
  vendorsSlow,
  redisStopped,
  flooded,
  killPostgres,
  killEmbedded,
  diskFull,
  clockOff,
  keysDown,
  slowConnections,
  twoProcesses,
  collectorFault,
]

/** The faults that could cost people money, data or the safety of their account: `npm test` runs these. */
export const quickFaults = [postgresStopped, vendorsSlow, killPostgres, diskFull, twoProcesses, keysDown, clockOff]
