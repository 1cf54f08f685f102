import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { Problem } from '../../src/core/common/errors';
import type { NetworkSettings } from '../../src/core/common/networkSettings';
import type { Environment } from '../../src/core/service/dispatcher';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import { getPlan } from '../support/faults/faultCase';
import { finishedFiles } from '../support/faults/library';
import { evidenceFolder, secrets, seed } from '../support/faults/run';
import { runReally } from '../support/faults/stage';
import { makePrivateRoot } from '../support/network/certificates';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../support/network/proxies';

const login = { name: 'jane@example', password: secrets.proxyPassword };
const inAddress = `//${encodeURIComponent(login.name)}:${encodeURIComponent(login.password)}@`;
const header = `Basic ${Buffer.from(`${login.name}:${login.password}`).toString('base64')}`;

/** Hosts that can be reached only through a proxy or verified only with a private root certificate. */
const outside = { plain: 'http://service.example', inTls: 'https://service.example' } as const;

describe('exports over proxies and TLS', () => {
	const root = makePrivateRoot();
	let service: SampleServer;
	let front: Server;
	let frontPort: number;
	let plainPort: number;

	before(async () => {
		service = await startSampleService({
			records: 20_000,
			seed,
			now: Date.UTC(2026, 10, 20, 9),
			token: secrets.token,
		});
		plainPort = Number(new URL(service.url).port);
		const { key, certificate } = root.issue();
		front = createServer({ key, cert: certificate }, (socket) => {
			const onward = connect(plainPort, '127.0.0.1');
			socket.on('error', () => {}).pipe(onward);
			onward.on('error', () => {}).pipe(socket);
		});
		front.listen(0, '127.0.0.1');
		await once(front, 'listening');
		frontPort = (front.address() as AddressInfo).port;
	});
	after(async () => {
		front.close();
		await service.close();
	});

	interface Way {
		readonly to: string;
		readonly network?: Partial<NetworkSettings>;
		readonly environment?: Environment;
		readonly trusts?: readonly string[];
	}

	async function exportBy(name: string, way: Way): Promise<number | Problem> {
		const library = evidenceFolder('network', name);
		const { outcome } = await runReally({
			baseUrl: way.to,
			library,
			plan: getPlan('csv'),
			failures: 0,
			allowInsecure: true,
			systemCertificates: way.trusts ?? [root.certificate],
			network: way.network ?? {},
			environment: way.environment ?? {},
		});
		const [file] = await finishedFiles(library);
		if (outcome.kind === 'problem') {
			assert.equal(file, undefined, 'something looks finished');
			return outcome.problem;
		}
		assert.ok(file);
		return file.held.records.length;
	}

	async function recordsMeant(): Promise<number> {
		const { range: _, view: __, ...rest } = getPlan('csv');
		const question = { ...rest, since: '2026-11-19 00:00:00', until: '2026-11-19 23:59:59' };
		let count = 0;
		for await (const _record of service.recordsFor(question)) {
			count++;
		}
		return count;
	}

	async function expectAll(name: string, way: Way): Promise<void> {
		const meant = await recordsMeant();
		assert.ok(meant > 100);
		assert.equal(await exportBy(name, way), meant);
	}

	const withLogin = ({ address }: TestProxy) => address.replace('//', inAddress);

	for (const [scheme, to, port] of [
		['http', outside.plain, () => plainPort],
		['https', outside.inTls, () => frontPort],
	] as const) {
		it(`exports from an ${scheme} service through a proxy without a password`, async () => {
			await using proxy = await startHttpProxy({ target: port() });
			await expectAll(`proxy ${scheme}`, { to, network: { proxy: proxy.address } });
			assert.ok(proxy.asked.length > 0);
		});

		it(`exports from an ${scheme} service through a proxy with a password in the proxy URL`, async () => {
			await using proxy = await startHttpProxy({ target: port(), login });
			await expectAll(`proxy login ${scheme}`, { to, network: { proxy: withLogin(proxy) } });
		});

		it(`exports from an ${scheme} service through a proxy with a password in http.proxyAuthorization`, async () => {
			await using proxy = await startHttpProxy({ target: port(), login });
			const network = { proxy: proxy.address, proxyAuthorization: header };
			await expectAll(`proxy authorization ${scheme}`, { to, network });
		});

		it(`exports from an ${scheme} service through a proxy with a password in environment variables`, async () => {
			await using proxy = await startHttpProxy({ target: port(), login });
			const environment = { [`${scheme}_proxy`]: withLogin(proxy) };
			await expectAll(`proxy environment ${scheme}`, { to, environment });
		});

		it(`reports that the proxy rejected the password for an ${scheme} service, without leaking it`, async () => {
			await using proxy = await startHttpProxy({ target: port(), login: { ...login, password: 'another' } });
			const problem = await exportBy(`proxy refused ${scheme}`, { to, network: { proxy: withLogin(proxy) } });
			assert.ok(typeof problem === 'object' && problem.kind === 'proxy');
			assert.equal(problem.status, 407);
			assert.equal(proxy.headers[0]?.authorization, scheme === 'http' ? `OAuth ${secrets.token}` : undefined);
		});
	}

	it('exports through a SOCKS proxy with a password', async () => {
		await using proxy = await startSocksProxy(frontPort, login);
		await expectAll('socks', { to: outside.inTls, network: { proxy: withLogin(proxy) } });
		await using strict = await startSocksProxy(frontPort, { ...login, password: 'another' });
		const problem = await exportBy('socks refused', { to: outside.inTls, network: { proxy: withLogin(strict) } });
		assert.ok(typeof problem === 'object' && problem.kind === 'proxy');
		assert.equal(problem.status, 407);
	});

	it('exports through a TLS proxy whose certificate was issued by a private root CA', async () => {
		await using proxy = await startHttpProxy({ target: frontPort, tls: root.issue(), login });
		await expectAll('proxy in TLS', { to: outside.inTls, network: { proxy: withLogin(proxy) } });
	});

	it("fails before sending anything if the service's certificate is not trusted", async () => {
		await using proxy = await startHttpProxy({ target: frontPort });
		service.requests.clear();
		const problem = await exportBy('no root', { to: outside.inTls, network: { proxy: proxy.address }, trusts: [] });
		assert.ok(typeof problem === 'object' && problem.kind === 'certificate');
		assert.equal(problem.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
		assert.deepEqual(service.requests.list(), []);
	});
});
