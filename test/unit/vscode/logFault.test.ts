import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { errorCodec } from '../../../src/engine/errorCodec';
import { describeFault } from '../../../src/vscode/logFault';

function thrownBy(work: () => unknown): unknown {
	try {
		work();
	} catch (error) {
		return error;
	}
	return assert.fail('nothing was thrown');
}

describe('logging of internal errors', () => {
	const quoting: Readonly<Record<string, () => unknown>> = {
		'invalid JSON': () => JSON.parse('{"error": private\n    at text}'),
		'an invalid path': () => openSync('private\0', 'r'),
		'an invalid time zone': () => new Intl.DateTimeFormat('en', { timeZone: 'private' }),
		"a value that can't be cloned": () => structuredClone({ value: () => 'private' }),
	};
	for (const [what, work] of Object.entries(quoting)) {
		it(`omits input quoted in the runtime's error for ${what}`, () => {
			const error = thrownBy(work);
			assert.match(String(error), /private/);
			for (const fault of [error, errorCodec.decode(errorCodec.encode(error))]) {
				const said = describeFault(fault);
				assert.doesNotMatch(said, /private|text\}/);
				assert.match(said, /^\w+Error\b.*\n {4}at /);
			}
		});
	}

	it('logs the message and stack of an error thrown by the extension', () => {
		const said = describeFault(new Error('no such method: page'));
		assert.match(said, /^Error: no such method: page\n {4}at /);
		assert.equal(describeFault('thrown'), 'string');
	});
});
