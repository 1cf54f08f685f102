import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type SampleServer, startSampleService } from '../../../src/sample/service';
import { ask, everything, exportPath, plainExport } from './support/client';
import { startSmall } from './support/services';

const listing = '/management/v1/applications';

describe('sample service', () => {
	let service: SampleServer;

	before(async () => {
		service = await startSmall();
	});
	after(() => service.close());
	beforeEach(() => service.requests.clear());

	it('listens on the loopback interface and generates a new token on each start', async () => {
		assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/);
		await using other = await startSampleService();
		assert.notEqual(other.token, service.token);
		assert.ok(other.token.length >= 24);
	});

	it('lists applications with all properties of live services, including fake secrets', async () => {
		const { status, headers, body } = await ask(service, listing);
		assert.equal(status, 200);
		assert.equal(headers['content-type'], 'application/json; charset=utf-8');
		const { applications } = JSON.parse(String(body));
		assert.deepEqual(applications.map(({ id, name }: { id: number; name: string }) => [id, name]).slice(0, 3), [
			[101, 'Shop for Android'],
			[102, 'Shop for iOS'],
			[103, 'Notes'],
		]);
		for (const application of applications) {
			assert.equal(typeof application.id, 'number');
			assert.equal(typeof application.time_zone_offset, 'number');
			assert.match(application.import_token, /^not-a-secret/);
			assert.match(application.api_key128, /^0{8}-/);
		}
		assert.equal(applications[0].time_zone_offset, 3600, 'Berlin in November');
		assert.equal(applications[2].time_zone_offset, 19_800, 'Kolkata');
	});

	for (const [what, token, headers] of [
		['no token', null, {}],
		['another token', 'something-else', {}],
		['the token of another scheme', null, { Authorization: 'Bearer {token}' }],
		['the token without a scheme', null, { Authorization: '{token}' }],
		['the token in a cookie', null, { Cookie: 'token={token}' }],
	] as const) {
		for (const path of [listing, plainExport()]) {
			it(`responds to ${what} with 401: ${path.split('?')[0]}`, async () => {
				const filled = Object.fromEntries(
					Object.entries(headers).map(([name, value]) => [name, value.replace('{token}', service.token)]),
				);
				const { status, body } = await ask(service, path, { token, headers: filled });
				assert.equal(status, 401);
				assert.ok(!String(body).includes(service.token));
			});
		}
	}

	it('rejects a token in the query string', async () => {
		const parameters = { oauth_token: service.token };
		assert.equal((await ask(service, plainExport('csv', parameters), { token: null })).status, 401);
		assert.equal((await ask(service, plainExport('csv', parameters))).status, 400);
	});

	for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
		it(`responds to ${method} with 405`, async () => {
			const { status, headers } = await ask(service, plainExport(), { method });
			assert.deepEqual([status, headers.allow], [405, 'GET']);
		});
	}

	it('responds with 404 to other paths, including paths that exist on live services', async () => {
		for (const path of [
			'/',
			'/logs/v1/export/errors',
			'/logs/v1/export/crashes.csv',
			'/management/v1/logsapi/status',
		]) {
			assert.equal((await ask(service, path)).status, 404, path);
		}
	});

	it('responds to invalid parameters with 400 and names them in plain text', async () => {
		const { status, headers, body } = await ask(service, plainExport('csv', { colour: 'red' }));
		assert.equal(status, 400);
		assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
		assert.match(String(body), /colour/);
	});

	it('responds to export requests for unknown, hidden and empty applications', async () => {
		const statusOf = async (application_id: string) =>
			(await ask(service, exportPath({ application_id, ...everything, fields: 'error_id' }))).status;
		assert.deepEqual(await Promise.all(['2599', '108', '107'].map(statusOf)), [404, 403, 200]);
		const empty = await ask(service, exportPath({ application_id: '107', ...everything, fields: 'error_id,error' }));
		assert.equal(String(empty.body), 'error_id,error\n');
		const json = await ask(service, exportPath({ application_id: '107', ...everything, fields: 'error_id' }, 'json'));
		assert.deepEqual(JSON.parse(String(json.body)), { data: [] });
	});

	it('accepts only the new token after the token was replaced', async () => {
		await using other = await startSmall({ token: 'first-token' });
		other.replaceToken('second-token');
		assert.equal((await ask(other, listing, { token: 'first-token' })).status, 401);
		assert.equal((await ask(other, listing, { token: 'second-token' })).status, 200);
	});

	it('logs requests as received, but without the token', async () => {
		await ask(service, `${listing}?hint=${service.token}`, {
			headers: { 'X-Trace': 'a b', 'Accept-Encoding': 'gzip' },
		});
		await ask(service, plainExport(), { token: 'wrong-token-value' });
		const [first, second] = service.requests.list();
		assert.equal(first?.method, 'GET');
		assert.match(first?.url ?? '', /^\/management\/v1\/applications\?hint=\[token\]$/);
		assert.deepEqual(
			first?.headers.find(([name]) => name === 'X-Trace'),
			['X-Trace', 'a b'],
		);
		assert.deepEqual(
			first?.headers.find(([name]) => name === 'Authorization'),
			['Authorization', 'OAuth ***'],
		);
		assert.equal(second?.url, plainExport());
		assert.deepEqual([first?.status, second?.status], [200, 401]);
		const log = JSON.stringify(service.requests.list());
		assert.ok(!log.includes(service.token) && !log.includes('wrong-token-value'));
	});

	it('logs only the last thousand requests', async () => {
		await using other = await startSmall();
		// Sends pipelined requests on one connection, without waiting for the responses.
		const { port } = new URL(other.url);
		const count = 1010;
		await new Promise<void>((resolve, reject) => {
			const socket = connect(Number(port), '127.0.0.1');
			let text = '';
			socket.on('data', (chunk) => {
				text += chunk;
				if (text.split('HTTP/1.1 401').length > count) {
					socket.destroy();
					resolve();
				}
			});
			socket.on('error', reject);
			for (let index = 1; index <= count; index++) {
				socket.write(`GET ${listing}?n=${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
			}
		});
		const log = other.requests.list();
		assert.equal(log.length, 1000);
		assert.equal(log.at(-1)?.url, `${listing}?n=${count}`);
		assert.equal(log[0]?.number, 11);
	});

	it('accepts control requests over HTTP with the current token or a replaced token', async () => {
		const put = (path: string, value: unknown, token?: string) =>
			ask(service, path, { method: 'PUT', body: JSON.stringify(value), ...(token ? { token } : {}) });
		assert.equal((await ask(service, '/sample/faults', { token: null })).status, 401);
		assert.equal((await put('/sample/faults', [{ name: 'status', value: 502, times: 1 }])).status, 200);
		const { known, on } = JSON.parse(String((await ask(service, '/sample/faults')).body));
		assert.ok(known.length > 30);
		assert.deepEqual(on, [{ name: 'status', value: '502', times: 1 }]);
		assert.equal((await ask(service, plainExport())).status, 502);
		assert.equal((await ask(service, plainExport())).status, 200);

		for (const bad of [
			{},
			[{}],
			[{ name: 'nothing' }],
			[{ name: 'status', value: 'x' }],
			[{ name: 'silence', value: 1 }],
		]) {
			assert.equal((await put('/sample/faults', bad)).status, 400, JSON.stringify(bad));
		}
		assert.equal((await put('/sample/faults', [{ name: 'status' }])).status, 200);
		assert.equal((await ask(service, '/sample/faults', { method: 'DELETE' })).status, 200);
		assert.equal((await ask(service, plainExport())).status, 200);

		const first = service.token;
		assert.equal((await put('/sample/token', { token: 'second-token' })).status, 200);
		assert.equal((await ask(service, listing)).status, 401);
		assert.equal((await put('/sample/token', { token: first }, first)).status, 200);
		assert.equal((await ask(service, listing)).status, 200);

		const log = JSON.parse(String((await ask(service, '/sample/requests')).body));
		assert.equal(log.requests.length, service.requests.list().length);
		assert.ok(!log.requests.some(({ url }: { url: string }) => url.startsWith('/sample/')));
	});

	it('closes all connections when the sample service is closed', async () => {
		const other = await startSmall();
		other.faults.set({ name: 'silence' });
		const waiting = ask(other, plainExport());
		while (other.requests.list().length === 0) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		const refused = assert.rejects(waiting, { code: 'ECONNRESET' });
		await other.close();
		await refused;
		await assert.rejects(ask(other, listing), { code: 'ECONNREFUSED' });
	});

	it('rejects an invalid number of sample records on start', async () => {
		await assert.rejects(startSampleService({ records: 0 }), RangeError);
		await assert.rejects(startSampleService({ records: 1e9 }), RangeError);
	});
});
