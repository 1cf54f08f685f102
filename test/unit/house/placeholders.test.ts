import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Number of characters that a quick input shows in a window 800 pixels wide. A list to select several has less room. */
const maxLength = { one: 62, several: 50 };

describe('quick input placeholders', () => {
	it('every placeholder fits into a quick input in a narrow window', () => {
		const long = readdirSync('src', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !file.startsWith('webview'))
			.flatMap((file) => {
				const source = readFileSync(path.join('src', file), 'utf8');
				const max = /\bpickMany\(|\bcanSelectMany = true/.test(source) ? maxLength.several : maxLength.one;
				const shown = source.matchAll(/placeholder(?::|\s=)\s([^;]{0,400}?),?\n/g);
				return [...shown]
					.flatMap(([, value = '']) => [...value.matchAll(/l10n\.t\((['"])(.+?)\1/g)])
					.map(([, , text = '']) => text)
					.filter((text) => text.length > max);
			});
		assert.deepEqual(long, []);
	});
});
