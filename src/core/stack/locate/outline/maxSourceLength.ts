/**
 * Maximum number of characters to parse per file. A longer file is usually generated and is parsed up to this length.
 */
export const maxSourceLength = 500_000;
