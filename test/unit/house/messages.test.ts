import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches calls that show messages. Modal messages are excluded, because VS Code shows them as plain text. */
const shows =
	/\bshow(?:Error|Warning|Information)Message\((?![^;]*?\bmodal: true)|\bsetStatusBarMessage\(|\bProgressLocation\.Notification\b/;

describe('messages to the user', () => {
	it('shows messages only through the module that removes links from untrusted text', () => {
		const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => file.split(path.sep).join('/'));
		assert.deepEqual(
			files.filter((file) => shows.test(readFileSync(path.join('src', file), 'utf8'))),
			['vscode/messages.ts'],
		);
	});
});
