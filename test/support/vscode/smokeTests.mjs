/** Files of `test/ui` for the short loop. They cover the main workflow and the promises in the README. */
export const smokeTests = ['ui/smoke', 'ui/restrictedMode'];
