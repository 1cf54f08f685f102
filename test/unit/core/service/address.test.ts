import assert from 'node:assert/strict';
import { assertSecure, isLoopback, joinPath, parseAddress } from '../../../../src/core/service/address';
import { problemIn } from './expectations';

describe('parseAddress()', () => {
	const good: readonly [typed: string, address: string][] = [
		['https://api.example', 'https://api.example'],
		['  https://api.example/  ', 'https://api.example'],
		['HTTPS://API.Example:443/Prefix/', 'https://api.example/Prefix'],
		['https://api.example/a/b//', 'https://api.example/a/b'],
		['api.example', 'https://api.example'],
		['api.example:8443/prefix', 'https://api.example:8443/prefix'],
		['intranet:8443', 'https://intranet:8443'],
		['https://intranet', 'https://intranet'],
		['http://api.example', 'http://api.example'],
		['localhost:3000/x/', 'http://localhost:3000/x'],
		['127.0.0.1:3000', 'http://127.0.0.1:3000'],
		['[::1]:3000', 'http://[::1]:3000'],
		['https://localhost', 'https://localhost'],
		['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
		['https://api.example/a/../b', 'https://api.example/b'],
	];
	for (const [typed, address] of good) {
		it(`parses the service URL ${JSON.stringify(typed)}`, () => {
			assert.deepEqual(parseAddress(typed), { ok: true, address });
			assert.deepEqual(parseAddress(address), { ok: true, address }, 'the canonical form stays as it is');
		});
	}

	const bad: readonly [typed: string, problem: string][] = [
		['', 'empty'],
		['  \n', 'empty'],
		['analytics', 'malformed'],
		['https://', 'malformed'],
		['https:///path', 'malformed'],
		['api example', 'malformed'],
		['https://api.\nexample', 'malformed'],
		['https:\\\\api.example', 'malformed'],
		['https://api.example:99999', 'malformed'],
		['mailto:somebody', 'malformed'],
		['javascript:alert(1)', 'malformed'],
		['ftp://api.example', 'scheme'],
		['file:///etc', 'scheme'],
		['https://name:word@api.example', 'credentials'],
		['name@api.example', 'credentials'],
		['https://@api.example', 'credentials'],
		['https://api.example/?a=b', 'queryOrFragment'],
		['https://api.example?', 'queryOrFragment'],
		['https://api.example/#top', 'queryOrFragment'],
	];
	for (const [typed, problem] of bad) {
		it(`rejects the service URL ${JSON.stringify(typed)} as ${problem}`, () => {
			assert.deepEqual(parseAddress(typed), { ok: false, problem });
		});
	}
});

describe('isLoopback()', () => {
	for (const host of [
		'localhost',
		'LOCALHOST',
		'localhost.',
		'a.b.localhost',
		'127.0.0.1',
		'127.255.0.3',
		'::1',
		'[::1]',
	]) {
		it(`recognizes the host ${host} as a loopback address`, () => assert.equal(isLoopback(host), true));
	}
	for (const host of [
		'api.example',
		'notlocalhost',
		'localhost.example',
		'127.0.0.1.example',
		'128.0.0.1',
		'0.0.0.0',
		'[::]',
		'10.127.0.1',
		'',
	]) {
		it(`does not recognize the host ${JSON.stringify(host)} as a loopback address`, () =>
			assert.equal(isLoopback(host), false));
	}

	it('recognizes alternative notations of a loopback IPv4 address after URL parsing', () => {
		assert.equal(isLoopback(new URL('http://0x7f.1').hostname), true);
	});
});

describe('assertSecure()', () => {
	it("rejects an http: URL of another machine without the user's consent", () => {
		assert.deepEqual(
			problemIn(() => assertSecure({ baseUrl: 'http://api.example/x', allowInsecure: false })),
			{
				kind: 'insecureAddress',
				address: 'http://api.example/x',
			},
		);
	});

	for (const [baseUrl, allowInsecure] of [
		['http://api.example', true],
		['http://localhost:1', false],
		['https://api.example', false],
	] as const) {
		it(`accepts the service URL ${baseUrl}${allowInsecure ? ' with consent' : ''}`, () => {
			assert.equal(assertSecure({ baseUrl, allowInsecure }), baseUrl);
		});
	}

	it('rejects an invalid service URL', () => {
		assert.equal(problemIn(() => assertSecure({ baseUrl: 'nowhere', allowInsecure: true })).kind, 'invalidAddress');
	});
});

describe('joinPath()', () => {
	it('preserves the path prefix of a service URL with or without a trailing slash', () => {
		assert.equal(joinPath('https://api.example/a/b', '/v1/x'), 'https://api.example/a/b/v1/x');
		assert.equal(joinPath('https://api.example/a/b/', '/v1/x'), 'https://api.example/a/b/v1/x');
		assert.equal(joinPath('https://api.example', '/v1/x'), 'https://api.example/v1/x');
	});
});
