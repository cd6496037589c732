/** 203.0.113.77 → 203[.]0[.]113[.]77: text that no program takes for a live address. */
export const defang = (text: string): string =>
  text
    .replaceAll('.', '[.]')
    .replaceAll(/:(?=\/\/)/g, '[:]')
    .replace(/^http/i, 'hxxp')
