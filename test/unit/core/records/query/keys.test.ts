import assert from 'node:assert/strict';
import { normaliseMessage } from '../../../../../src/core/stack/grouping/normaliseMessage';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';

const messages: readonly [string, string][] = [
	['id 123', 'id <n>'],
	['Base64 and utf8 failed after 12ms, -5 (=-3.5e10)', 'Base64 and utf8 failed after <n>ms, <n> (=<n>)'],
	['Failed in v1.2.3 on thread-12 of 1,024', 'Failed in v1.2.3 on thread-<n> of <n>'],
	['user 3f2504e0-4f89-11d3-9a0c-0305e82c3301 at 2024-01-02T10:11:12.123Z', 'user <uuid> at <time>'],
	['java.lang.Object@4f2a9c1 is null', 'java.lang.Object@<hex> is null'],
	[`can't read 'a b' or "c" or \`d\`, don't`, `can't read <text> or <text> or <text>, don't`],
	['no route to fe80::1:2:3 or 127.0.0.1:8080 in std::vector', 'no route to <address> or <address> in std::vector'],
	['at 0xdeadbeef, hash deadbeef1, facade', 'at <hex>, hash <hex>, facade'],
	['/Users/somebody/app, C:\\Users\\somebody\\app', '/Users/<user>/app, C:\\Users\\<user>\\app'],
	['GET https://host.example/a?b=1 by a.b@host.example', 'GET <url> by <email>'],
	['\n\r\n  first 1  \nsecond', 'first <n>'],
	['Ошибка 404: «нет»', 'Ошибка <n>: <text>'],
	['', ''],
	['  \n\t', ''],
];

describe('normalized error message', () => {
	for (const [text, message] of messages) {
		it(`normalizes the message ${JSON.stringify(text)} to ${JSON.stringify(message)}`, () =>
			assert.equal(normaliseMessage(text), message));
	}

	measured('normalizes adversarial error messages without a delay', () => {
		const started = processorTime();
		for (const piece of ['a', '1', '.', '"', "'", ':', 'f', '-', 'a.', '1:', '@a.', '/Users/', ' ']) {
			normaliseMessage(piece.repeat(1_000_000 / piece.length));
		}
		const took = processorTime() - started;
		assert.ok(took < 2000, `${took} ms`);
	});
});
