/**
 * Parts of the unit tests, which run in separate processes. With this number, all cores finish at about the same time.
 */
export const unitParts = /** @type {const} */ (['1/4', '2/4', '3/4', '4/4']);

export const longUnitParts = /** @type {const} */ (['1/2', '2/2']);

/** Each part runs in its own VS Code, whose start costs as much processor time as dozens of tests. */
export const hostParts = /** @type {const} */ (['1/2', '2/2']);

/** Each part has its own VS Code servers and sample service. */
export const uiParts = /** @type {const} */ (['1/2', '2/2']);

export const pageParts = /** @type {const} */ (['1/2', '2/2']);
