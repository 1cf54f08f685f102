/**
 * Maximum number of characters to parse per file. The rest of a longer file, which is usually generated, is skipped.
 */
export const maxSourceLength = 500_000;
