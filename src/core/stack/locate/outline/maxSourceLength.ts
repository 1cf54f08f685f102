/** Maximum number of characters to parse. Longer files are usually generated, and the rest of them is ignored. */
export const maxSourceLength = 500_000;
