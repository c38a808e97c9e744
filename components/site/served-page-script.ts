import { inline } from '@/components/ui/inline'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The page as the server sent it, before a translator or an extension changes it. */
export type ServedPage = {
  /** Where each node of the body stood. */
  nodes: Map<ChildNode, { parent: ParentNode; previous: ChildNode | null; text: string | null }>
  /** Controls that a visitor, or the browser on Back, has changed. */
  changedControls: () => Control[]
}

declare global {
  var servedPage: ServedPage | undefined
}

function rememberServedPage() {
  const nodes: ServedPage['nodes'] = new Map()
  // Elements, texts and comments.
  const walker = document.createTreeWalker(document.body, 133)
  while (walker.nextNode()) {
    const node = walker.currentNode as ChildNode
    nodes.set(node, { parent: node.parentNode as ParentNode, previous: node.previousSibling, text: node.nodeValue })
  }
  const isChanged = (control: Control) => {
    if ('options' in control) {
      const served = [...control.options].findIndex((option) => option.hasAttribute('selected'))
      return control.selectedIndex !== Math.max(0, served)
    }
    return 'checked' in control && /checkbox|radio/.test(control.type)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue
  }
  self.servedPage = {
    nodes,
    changedControls: () => [...document.querySelectorAll<Control>('input,textarea,select')].filter(isChanged),
  }
}

/** Must run while the page is parsed, because extensions start right after. */
export const servedPageScript = inline(rememberServedPage)
