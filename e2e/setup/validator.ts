import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

/** The standard's rules and the recommended ones; whatever is off or narrowed says why. */
const config: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How React writes what HTML lets one write either way: `charSet=`, `async=""`, `hidden=""`, `<link/>`.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // Next calls one of its own scripts `_R_`, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Our own scripts come from our own origin.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The menu stands twice, in a dialog and for old browsers in a disclosure, and one of them is never
    // displayed. What is displayed is looked at in the browser (`landmark-unique` of axe).
    'unique-landmark': 'off',
  },
}

const validator = new HtmlValidate(new StaticConfigLoader(config))

/**
 * What is wrong with a document as it came from the server.
 * @returns a line for each finding: line and column, the rule, what it says, and where
 */
export async function markupFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ line, column, ruleId, message, selector }) => `${line}:${column} ${ruleId}: ${message} (${selector ?? ''})`,
    ),
  )
}
