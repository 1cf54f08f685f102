/** Maximum length of source text to parse. Longer files are usually generated, and the rest of them is ignored. */
export const maxSourceLength = 500_000;
