/** The words of a template that may span several lines. A word may contain any white space but spaces and line breaks. */
export const words = (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string[] =>
  String.raw({ raw: strings }, ...values)
    .split(/[ \n]+/)
    .filter((word) => word !== '')
