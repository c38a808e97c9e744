import type { Nodes, Parents } from 'mdast'

export const isParent = (node: Nodes): node is Nodes & Parents => 'children' in node
