import assert from 'node:assert/strict';
import { AppError } from '../../../../src/core/errors';
import { ServiceClient } from '../../../../src/core/service/client';
import { Connections } from '../../../../src/core/service/dispatcher';
import { defaultNetwork } from '../../../../src/core/service/network';
import type { Pace } from '../../../../src/core/service/pace';
import type { Target, TargetSource } from '../../../../src/core/service/target';
import { createTransport } from '../../../../src/core/service/transport';
import { problemOf } from './expectations';
import { answer, inTurn, type Loopback, serve } from './loopback';
import { quickPace } from './quickPace';

const token = 'y0_AgAAAABkZXZpY2U';
const never = new AbortController().signal;

describe('ServiceClient', () => {
	let connections: Connections;
	let logged: string[];

	beforeEach(() => {
		logged = [];
		connections = new Connections(defaultNetwork, {});
	});
	afterEach(() => connections[Symbol.asyncDispose]());

	function client(pace: Pace = quickPace): ServiceClient {
		const log = (_level: string, message: string) => logged.push(message);
		return new ServiceClient({ transport: createTransport(connections, log), log, pace });
	}

	const targetOf = (server: Loopback): Target => ({ baseUrl: server.url, token, allowInsecure: false });

	function targetsOf(server: Loopback, ...renewals: readonly string[]): TargetSource {
		const left = [...renewals];
		return {
			get: async () => targetOf(server),
			renew: async (refused) => {
				const next = left.shift();
				if (next === undefined) {
					throw new AppError({ kind: 'unauthorized' });
				}
				return { ...refused, token: next };
			},
		};
	}

	describe('listApplications', () => {
		const list = (server: Loopback, targets = targetsOf(server)) => client().listApplications(targets, never);

		it('asks for the documented path under any prefix', async () => {
			await using server = await serve(answer(200, '{"applications":[{"id":1,"name":"Shop"},{"x":2}]}'));
			const targets = {
				...targetsOf(server),
				get: async () => ({ ...targetOf(server), baseUrl: `${server.url}/a/b/` }),
			};
			assert.deepEqual(await list(server, targets), {
				applications: [{ id: '1', name: 'Shop', zone: undefined, details: [] }],
				unreadable: 1,
			});
			assert.equal(server.requests[0]?.url, '/a/b/management/v1/applications');
			assert.equal(server.requests[0]?.headers.authorization, `OAuth ${token}`);
		});

		for (const [what, body, found, words] of [
			['a page', '<!DOCTYPE html><title>Sign in</title>', 'html', 'Sign in'],
			['nothing', '  ', 'empty', ''],
			['text', `Hello ${token}`, 'text', 'Hello [token]'],
		] as const) {
			it(`refuses ${what} instead of JSON`, async () => {
				await using server = await serve(answer(200, body));
				assert.deepEqual(await problemOf(list(server)), { kind: 'unexpectedBody', found, words });
				assert.equal(server.requests.length, 1);
			});
		}

		it('reads a byte order mark away', async () => {
			await using server = await serve(answer(200, '\ufeff[1]'));
			assert.equal((await list(server)).applications[0]?.id, '1');
		});

		it('asks again for JSON that is broken', async () => {
			await using server = await serve(inTurn(answer(200, '[{"id":1}'), answer(200, '[{"id":1}]')));
			assert.equal((await list(server)).applications.length, 1);
		});

		it('stops reading what is too long for a listing', async () => {
			await using server = await serve((_request, response) => {
				response.write('[');
				const more = () => {
					while (!response.destroyed && response.write('1,'.repeat(500_000))) {}
				};
				response.on('drain', more);
				more();
			});
			const problem = await problemOf(list(server));
			assert.equal(problem.kind === 'unexpectedBody' && problem.found, 'json');
		}).timeout(10_000);

		it('tells an unknown shape without values or token', async () => {
			await using server = await serve(answer(200, JSON.stringify({ [token]: 'secret', list: [['secret']] })));
			assert.deepEqual(await problemOf(list(server)), { kind: 'unknownShape', shape: '{[token], list: [[text]]}' });
		});

		it('renews a refused token if somebody gives one', async () => {
			await using server = await serve(inTurn(answer(401), answer(200, '[]')));
			assert.deepEqual(await list(server, targetsOf(server, 'new')), { applications: [], unreadable: 0 });
			await using closed = await serve(answer(401));
			assert.deepEqual(await problemOf(list(closed)), { kind: 'unauthorized' });
			assert.equal(closed.requests.length, 1);
		});

		it('is not waited for as long as an export', async () => {
			await using server = await serve(answer(429));
			assert.equal((await problemOf(list(server))).kind, 'throttled');
		});
	});

	describe('checkTarget', () => {
		const check = (server: Loopback) => client().checkTarget(targetOf(server), never);

		it('counts the applications', async () => {
			await using server = await serve(answer(200, '{"applications":[1,2,3]}'));
			assert.deepEqual(await check(server), { applications: 3 });
		});

		it('takes a token for good though the listing cannot be read', async () => {
			await using server = await serve(answer(200, '{"hello":"there"}'));
			assert.deepEqual(await check(server), { applications: undefined });
		});

		for (const [status, kind] of [
			[401, 'unauthorized'],
			[403, 'forbidden'],
			[404, 'notFound'],
			[429, 'throttled'],
			[500, 'serviceFailure'],
			[202, 'waitLimit'],
		] as const) {
			it(`asks once and tells ${status} as ${kind}`, async () => {
				await using server = await serve(answer(status));
				assert.equal((await problemOf(check(server))).kind, kind);
				assert.equal(server.requests.length, 1);
			});
		}
	});

	it('logs hosts, statuses and counts only', async () => {
		await using server = await serve(inTurn(answer(401, 'private'), answer(200, '[{"id":77,"name":"private"}]')));
		await client().listApplications(targetsOf(server, 'other-secret'), never);
		assert.ok(logged.some((line) => /applications: 200 after/.test(line)));
		assert.ok(logged.includes('listing of applications: 1, without an ID 0'));
		assert.doesNotMatch(logged.join('\n'), new RegExp(`private|${token}|other-secret|77`));
	});
});
