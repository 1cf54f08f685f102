import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

describe('compiled scanner', () => {
	it('committed binary matches the compiled scanner source', async () => {
		const run = promisify(execFile)(process.execPath, ['scripts/scanner.mjs', '--check']);
		await assert.doesNotReject(run, 'run "npm run scanner" after changing src/core/scan/wasm');
	});
});
