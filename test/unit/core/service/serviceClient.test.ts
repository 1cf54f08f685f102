import assert from 'node:assert/strict';
import { answer, inTurn, type Loopback, serve } from '../../../support/network/loopback';
import { token, useClientHarness } from './clientHarness';
import { getProblem } from './expectations';

const never = new AbortController().signal;

describe('ServiceClient', () => {
	const stage = useClientHarness();
	const { client, targetOf, targetsOf } = stage;

	describe('ServiceClient.listApplications()', () => {
		const list = (server: Loopback, targets = targetsOf(server)) => client().listApplications(targets, never);

		it('requests the documented path of the application list below any path prefix', async () => {
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
			['an HTML page', '<!DOCTYPE html><title>Sign in</title>', 'html', 'Sign in'],
			['an empty body', '  ', 'empty', ''],
			['text', `Hello ${token}`, 'text', 'Hello [token]'],
		] as const) {
			it(`rejects ${what} instead of a JSON application list`, async () => {
				await using server = await serve(answer(200, body));
				assert.deepEqual(await getProblem(list(server)), { kind: 'unexpectedBody', found, words });
				assert.equal(server.requests.length, 1);
			});
		}

		it('ignores a byte order mark in the application list', async () => {
			await using server = await serve(answer(200, '\ufeff[1]'));
			assert.equal((await list(server)).applications[0]?.id, '1');
		});

		it('requests the application list again after receiving malformed JSON', async () => {
			await using server = await serve(inTurn(answer(200, '[{"id":1}'), answer(200, '[{"id":1}]')));
			assert.equal((await list(server)).applications.length, 1);
		});

		it('stops reading an application list that is too long', async () => {
			await using server = await serve((_request, response) => {
				response.write('[');
				const more = () => {
					while (!response.destroyed && response.write('1,'.repeat(500_000))) {}
				};
				response.on('drain', more);
				more();
			});
			const problem = await getProblem(list(server));
			assert.equal(problem.kind === 'unexpectedBody' && problem.found, 'json');
		});

		it('describes an unknown application list format without revealing values or the token', async () => {
			await using server = await serve(answer(200, JSON.stringify({ [token]: 'secret', list: [['secret']] })));
			assert.deepEqual(await getProblem(list(server)), { kind: 'unknownShape', shape: '{[token], list: [[text]]}' });
		});

		it('renews a token that is rejected for the application list if a new one is available', async () => {
			await using server = await serve(inTurn(answer(401), answer(200, '[]')));
			assert.deepEqual(await list(server, targetsOf(server, 'new')), { applications: [], unreadable: 0 });
			await using closed = await serve(answer(401));
			assert.deepEqual(await getProblem(list(closed)), { kind: 'unauthorized' });
			assert.equal(closed.requests.length, 1);
		});

		it('uses a shorter time limit for the application list than for exports', async () => {
			await using server = await serve(answer(429));
			assert.equal((await getProblem(list(server))).kind, 'throttled');
		});
	});

	describe('ServiceClient.checkTarget()', () => {
		const check = (server: Loopback) => client().checkTarget(targetOf(server), never);

		it('returns the number of applications for a valid account', async () => {
			await using server = await serve(answer(200, '{"applications":[1,2,3]}'));
			assert.deepEqual(await check(server), { applications: 3 });
		});

		it('accepts a token even if the application list has an unknown format', async () => {
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
			it(`makes a single request and reports status ${status} as ${kind}`, async () => {
				await using server = await serve(answer(status));
				assert.equal((await getProblem(check(server))).kind, kind);
				assert.equal(server.requests.length, 1);
			});
		}
	});

	it('logs only hosts, statuses and counts', async () => {
		await using server = await serve(inTurn(answer(401, 'private'), answer(200, '[{"id":7070707,"name":"private"}]')));
		await client().listApplications(targetsOf(server, 'other-secret'), never);
		assert.ok(stage.logged.some((line) => /applications: 200 after/.test(line)));
		assert.ok(stage.logged.includes('listing of applications: 1, without an ID 0'));
		assert.doesNotMatch(stage.logged.join('\n'), new RegExp(`private|${token}|other-secret|7070707`));
	});
});
