import assert from 'node:assert/strict';
import { answer, inTurn, type Loopback, serve } from '../../../support/network/loopback';
import { token, useClientStage } from './clientStage';
import { problemOf } from './expectations';

const never = new AbortController().signal;

describe('ServiceClient', () => {
	const stage = useClientStage();
	const { client, targetOf, targetsOf } = stage;

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
		});

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
		await using server = await serve(inTurn(answer(401, 'private'), answer(200, '[{"id":7070707,"name":"private"}]')));
		await client().listApplications(targetsOf(server, 'other-secret'), never);
		assert.ok(stage.logged.some((line) => /applications: 200 after/.test(line)));
		assert.ok(stage.logged.includes('listing of applications: 1, without an ID 0'));
		assert.doesNotMatch(stage.logged.join('\n'), new RegExp(`private|${token}|other-secret|7070707`));
	});
});
