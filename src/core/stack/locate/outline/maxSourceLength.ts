/** Longer texts are cut here (characters): nobody writes them, and what is behind is no place one can judge. */
export const maxSourceLength = 500_000;
