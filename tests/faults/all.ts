import { collectorFault } from './collector'
import type { Fault } from './fault'
import { notionDown } from './notion-down'
import { rollingDeploy } from './rolling-deploy'
import { slowConnections } from './slow-connections'
import { vendorsSlow } from './vendors-slow'

/** Every fault, in the order of the table in README.md. */
export const faults: Fault[] = [notionDown, vendorsSlow, slowConnections, rollingDeploy, collectorFault]
