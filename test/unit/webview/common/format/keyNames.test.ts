import assert from 'node:assert/strict';
import { withKeySymbols } from '../../../../../src/webview/common/format/keyNames';

describe('key names in webviews', () => {
	for (const [text, onMac] of [
		['Undo Filter Change (Alt+Left)', 'Undo Filter Change (⌥Left)'],
		['Shift+Alt+Enter', '⇧⌥Enter'],
		[
			'Open the source file (Ctrl+click or Alt+click to open it to the side)',
			'Open the source file (⌘click or ⌥click to open it to the side)',
		],
		['Shift the range', 'Shift the range'],
	] as const) {
		it(`shows "${text}" on macOS as "${onMac}"`, () => {
			assert.equal(withKeySymbols(text, true), onMac);
			assert.equal(withKeySymbols(text, false), text);
		});
	}
});
