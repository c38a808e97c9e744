import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

const config: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React's way to write equivalent HTML: `charSet=`, `async=""`, `hidden=""`, `<link/>`.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // Next's script id `_R_` is valid HTML.
    'valid-id': ['error', { relaxed: true }],
    // Our scripts are same-origin.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The menu exists twice, in a dialog and as a fallback, of which only one is displayed. Axe checks the
    // displayed one in the browser (`landmark-unique`).
    'unique-landmark': 'off',
  },
}

const validator = new HtmlValidate(new StaticConfigLoader(config))

/** Validates a document; returns one line per finding. */
export async function markupFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ line, column, ruleId, message, selector }) => `${line}:${column} ${ruleId}: ${message} (${selector ?? ''})`,
    ),
  )
}
