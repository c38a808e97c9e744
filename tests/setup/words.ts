/** The words of a template that may span several lines. Backslashes are literal. */
export const words = ({ raw }: TemplateStringsArray): string[] => raw.join('').trim().split(/\s+/)
