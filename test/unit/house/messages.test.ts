import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Modal messages, which ask before something is done, are plain text to the editor. */
const shows =
	/\bshow(?:Error|Warning|Information)Message\((?![^;]*?\bmodal: true)|\bsetStatusBarMessage\(|\bProgressLocation\.Notification\b/;

describe('Messages', () => {
	it('are shown in the one place that makes no links of what strangers wrote', () => {
		const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => file.split(path.sep).join('/'));
		assert.deepEqual(
			files.filter((file) => shows.test(readFileSync(path.join('src', file), 'utf8'))),
			['vscode/messages.ts'],
		);
	});
});
