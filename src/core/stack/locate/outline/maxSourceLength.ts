/** Maximum number of characters to parse per file. Longer files are usually generated and are parsed only in part. */
export const maxSourceLength = 500_000;
