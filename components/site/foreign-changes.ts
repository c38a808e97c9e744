/** What others have put in the place of a text. */
const standIns = new WeakMap<Node, ChildNode>()

/** The child of `parent` that is the node, contains it, or stands in its place. */
function childFor(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = standIns.get(child) ?? child.parentNode
  return child
}

function follow(records: MutationRecord[]) {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  const isAdded = (node: Node | null | undefined) => node && added.has(node)
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const node of addedNodes) standIns.delete(node)
    for (const node of removedNodes) {
      const standIn = [addedNodes[0], previousSibling, nextSibling].find(isAdded)
      if (!(node instanceof Text) || node.isConnected || !standIn) continue
      standIns.set(node, standIn as ChildNode)
      observer?.observe(node, { characterData: true })
    }
  }
}

let observer: MutationObserver | undefined

/**
 * Translators and extensions replace and move nodes that React has rendered. React would fail when it next touches
 * them, and its texts would change where nobody sees it.
 */
export function tolerateForeignChanges(): void {
  if (observer) return
  observer = new MutationObserver((records) => {
    follow(records)
    for (const { type, target } of records)
      if (type === 'characterData' && !target.isConnected) standIns.get(target)?.replaceWith(target)
  })
  observer.observe(document.body, { childList: true, subtree: true })

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const standIn = standIns.get(child) ?? child
    standIn.parentNode?.removeChild(standIn)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, next: Node | null): Child {
    return insertBefore.call(this, node, next && childFor(this, next)) as Child
  }
}
