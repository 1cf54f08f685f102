/** Whether all themes and sizes are tested, with screenshots: `TEST_LENGTH=whole npm run test:webview`. */
export const isWhole = process.env['TEST_LENGTH'] === 'whole';
